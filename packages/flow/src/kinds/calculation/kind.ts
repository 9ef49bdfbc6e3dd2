import { readCalculations } from "../../parse/items.ts";
import { calculationText, counted } from "../../wording.ts";
import { checkFormula } from "./check-formula.ts";
import { calculationUses, writeOf } from "../field-uses.ts";
import { fieldText } from "../property-texts.ts";
import type { KindDescription } from "../kind.ts";
import type { CalculationItem, NodeBase } from "../../node-parts.ts";

export interface CalculationNode extends NodeBase<"Calculation"> {
  readonly calculations: readonly CalculationItem[];
  /** Key of the runtime field for the result. */
  readonly resultField: string;
}

export const calculation: KindDescription<CalculationNode> = {
  kind: "Calculation",
  typeLabel: "Calculation",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(109,112,242)",
  glyph: [{ d: "M17.5 5H7l5.8 7L7 19h10.5" }],
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "Calculation",
  // A calculation starts with its two operands; the editor only allows deleting those added later.
  defaultProperties: () => ({
    calculations: [
      { datasource: "Application", fieldKey: "", operator: "+", level: 0 },
      { datasource: "Application", fieldKey: "", operator: "+", level: 0 },
    ],
    resultField: "",
  }),
  readProperties: (node) => ({
    calculations: readCalculations(node, "calculations"),
    resultField: node.reference("resultField"),
  }),
  uses: (node) => {
    const reads = calculationUses(node.calculations);
    return [...reads, ...writeOf("Runtime", node.resultField, true, reads)];
  },
  check: (node, check) => checkFormula(node.calculations, node.resultField, check),
  condition: () => [],
  effect: { name: "none" },
  matching: undefined,
  numbers: (node) =>
    node.calculations.flatMap(({ datasource, fieldKey }, row) =>
      datasource === "Literal" ? [{ path: `calculations.${row}.fieldKey`, text: fieldKey }] : [],
    ),
  // The operator of the first item is not used.
  withoutNoise: (node) => ({
    ...node,
    calculations: node.calculations.map((item, row) => (row === 0 ? { ...item, operator: "+" } : item)),
  }),
  propertyTexts: {
    calculations: (node, fieldName) => calculationText(node.calculations, fieldName),
    resultField: (node, fieldName) => fieldText("Runtime", node.resultField, fieldName),
  },
  summary: (node, fieldName) => {
    const items = node.calculations;
    if (items.length === 0 || items.some((item) => item.fieldKey === "")) return "No formula yet";
    const isLongSum = items.length > 3 && items.every((item, index) => item.level === 0 && (index === 0 || item.operator === "+"));
    return isLongSum ? `sum of ${counted(items.length, "value", "values")}` : calculationText(items, fieldName);
  },
};
