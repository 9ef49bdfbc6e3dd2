import { shownFormula } from "../../formula/reference-texts.ts";
import { typeFormula } from "../../formula/type-formula.ts";
import { aFormulaType } from "../../formula/typing.ts";
import type { FormulaType } from "../../formula/formula.ts";
import type { DatasetField, FormulaItem } from "../../node-parts.ts";
import { typeFits } from "../../operators.ts";
import { aType, type Check } from "../../validate/check.ts";

const property = "formulas";

export function checkResults(items: readonly FormulaItem[], check: Check): void {
  if (items.length === 0) check.report("FORMULA_MISSING", { node: check.title }, property);
  for (const [row, { resultField, formula }] of items.entries()) {
    if (check.isFull) return;
    const what = `result ${row + 1}`;
    const field = check.field("Runtime", resultField, what, property, row);
    if (formula.trim() === "") check.report("FORMULA_EMPTY", { where: check.where, what }, property, row);
    else checkFormulaText(formula, field, what, row, check);
  }
}

function checkFormulaText(formula: string, field: DatasetField | undefined, what: string, row: number, check: Check): void {
  const typed = typeFormula(formula, check.scope);
  if (typed.ok) {
    if (field !== undefined) checkType(typed.formula.type, field, what, row, check);
    return;
  }
  const { position } = shownFormula(formula, (source, key) => check.formulaReference(source, key));
  for (const { code, from, to, message } of typed.problems) {
    const range = { from: position(from), to: position(to) };
    check.reportText(code, { where: check.where, what, at: range.from + 1, problem: message }, property, row, range);
  }
}

function checkType(type: FormulaType, field: DatasetField, what: string, row: number, check: Check): void {
  if (type === "Float" && field.type === "Integer") {
    check.report("RESULT_MAY_HAVE_FRACTION", { node: check.title, field: field.name }, property, row);
  } else if (!typeFits(type, field.type)) {
    const details = { where: check.where, what, type: aFormulaType[type], field: field.name, fieldType: aType[field.type] };
    check.report("FORMULA_RESULT", { ...details, hint: hints[type] }, property, row);
  }
}

const hints: Readonly<Record<FormulaType, string>> = {
  String: "Choose a String field.",
  Integer: "Choose an Integer or Float field.",
  Float: "Choose a Float field.",
  Boolean: "Choose a Boolean field.",
  Date: "Choose a Date field.",
};
