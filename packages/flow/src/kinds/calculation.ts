import { readCalculations } from "../parse/items.ts";
import { calculationText, counted } from "../wording.ts";
import { checkFormula } from "./check-formula.ts";
import { calculationUses, writeOf } from "./field-uses.ts";
import type { KindDescription } from "./kind.ts";

export const calculation: KindDescription<"Calculation"> = {
  kind: "Calculation",
  typeLabel: "Calculation",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(109,112,242)",
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "Calculation",
  // A calculation starts with its two operands; the editor lets people delete only what comes after them.
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
  check: checkFormula,
  summary: (node, fieldName) => {
    const items = node.calculations;
    if (items.length === 0 || items.some((item) => item.fieldKey === "")) return "No formula yet";
    const isLongSum = items.length > 3 && items.every((item, index) => item.level === 0 && (index === 0 || item.operator === "+"));
    return isLongSum ? `sum of ${counted(items.length, "value", "values")}` : calculationText(items, fieldName);
  },
};
