import { listsInFormula } from "../../formula/call-arguments.ts";
import { formulaNeeds, formulaReads } from "../../formula/formula-reads.ts";
import { parseFormula } from "../../formula/parse-formula.ts";
import { plainFormula } from "../../formula/plain-formula.ts";
import { bareReferences, shownFormula } from "../../formula/reference-texts.ts";
import type { FieldName, FormulaItem, NodeBase } from "../../node-parts.ts";
import { readFormulas } from "../../parse/items.ts";
import { writeOf } from "../field-uses.ts";
import type { FieldUse, KindDescription } from "../kind.ts";
import { fieldText } from "../property-texts.ts";
import { checkResults } from "./check-results.ts";

export interface FormulaNode extends NodeBase<"Formula"> {
  /** Computed one after the other: each sees the results before it. */
  readonly formulas: readonly FormulaItem[];
}

export const formula: KindDescription<FormulaNode> = {
  kind: "Formula",
  typeLabel: "Formula",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(72,128,218)",
  glyph: [
    { d: "M14.5 5.2c-2.4-.9-4 .2-4.4 2.6L8.4 17c-.4 2-1.6 2.6-3.4 2" },
    { d: "M7.5 10.5h6" },
    { d: "M14.5 13.5l5 5.5M19.5 13.5l-5 5.5" },
  ],
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "Formula",
  defaultProperties: () => ({ formulas: [{ resultField: "", formula: "" }] }),
  readProperties: (node) => ({ formulas: readFormulas(node, "formulas") }),
  uses: (node) => node.formulas.flatMap(usesOf),
  lists: (node) => node.formulas.flatMap(({ formula: text }) => listsInFormula(text)),
  check: (node, check) => checkResults(node.formulas, check),
  condition: () => [],
  effect: { name: "none" },
  matching: undefined,
  numbers: () => [],
  // Spaces, capitals of functions and parentheses that change nothing.
  withoutNoise: (node) => ({ ...node, formulas: node.formulas.map((item) => ({ ...item, formula: plainFormula(item.formula) })) }),
  propertyTexts: { formulas: (node, fieldName) => node.formulas.map((item) => itemText(item, fieldName)) },
  summary: (node, fieldName) => {
    const [first, ...rest] = node.formulas;
    if (first === undefined || first.formula.trim() === "") return "No formula yet";
    return itemText(first, fieldName) + (rest.length === 0 ? "" : `, ${rest.length} more`);
  },
};

/** A formula that cannot be parsed is reported as an error; nothing is known about the fields it would read. */
function usesOf({ resultField, formula: text }: FormulaItem): readonly FieldUse[] {
  const parsed = parseFormula(text);
  if (!parsed.ok) return writeOf("Runtime", resultField, true, []);
  return [...formulaReads(parsed.formula), ...writeOf("Runtime", resultField, true, formulaNeeds(parsed.formula))];
}

function itemText({ resultField, formula: text }: FormulaItem, fieldName: FieldName): string {
  return `${fieldText("Runtime", resultField, fieldName)} = ${shownFormula(text, bareReferences(fieldName)).text}`;
}
