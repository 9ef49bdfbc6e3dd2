import { limits, type FormulaItem, type NodeOf } from "@airlock/flow";
import { NotConvertible } from "../expression/expression.ts";
import { formulaText } from "../expression/to-formula.ts";
import type { Report } from "../report/report.ts";
import type { FlowBuilder } from "./flow-builder.ts";
import type { FormulaStep } from "./step.ts";

/** A Formula node with the results that can be converted; undefined where there are none. */
export function buildFormulas(step: FormulaStep, flow: FlowBuilder, report: Report): NodeOf<"Formula"> | undefined {
  const formulas: (FormulaItem & { readonly index: number })[] = [];
  const leave = (index: number, text: string): void => {
    const result = step.results[index];
    if (result === undefined) return;
    const { name, expression } = result;
    report.leftOut({ kind: "expression", where: `${step.where}, ${name}`, source: expression.source, text, changesResults: true });
  };
  for (const [index, { field, expression }] of step.results.entries()) {
    try {
      if (!expression.ok) throw new NotConvertible(expression.message);
      const formula = formulaText(expression.value, { scope: step.scope });
      if (formulas.length === limits.formulas) throw new NotConvertible(`A Formula node has ${limits.formulas} results at most.`);
      if (formula.length > limits.formulaLength) throw new NotConvertible(`A formula has ${limits.formulaLength} characters at most.`);
      field.isSet = true;
      formulas.push({ resultField: field.key, formula, index });
    } catch (error) {
      if (!(error instanceof NotConvertible)) throw error;
      leave(index, `${error.message} ${field.name} is not set.`);
    }
  }
  if (formulas.length === 0) return undefined;
  const node = flow.add("Formula", step.name, { formulas: formulas.map(({ resultField, formula }) => ({ resultField, formula })) });
  for (const { index, formula } of formulas) {
    const { name = "", expression } = step.results[index] ?? {};
    const above = step.results.slice(0, index).map(({ field }) => field);
    const difference = expression?.ok === true ? step.differenceOf(expression.value, { above }) : undefined;
    const text = flow.shown(formula);
    const entry = { kind: "expression", where: `${step.where}, ${name}`, source: expression?.source ?? "", nodeId: node.id };
    if (difference === undefined) report.converted({ ...entry, text });
    else report.approximated({ ...entry, text: `${text}. ${difference}`, changesResults: true });
  }
  return node;
}
