/** Converts a Calculation to a Formula and back. Links, position, name and comments are kept. */
import {
  calculationText,
  fieldReference,
  kinds,
  limits,
  newNode,
  parseFormula,
  printFormula,
  type CalculationItem,
  type CalculationNode,
  type CalculationOperator,
  type FlowNode,
  type Formula,
  type FormulaNode,
  type NodeOf,
} from "@airlock/flow";
import { putNodes } from "../document/edit-document.ts";
import { nodeTitle } from "../document/titles.ts";
import { refusal } from "../rules/refusal.ts";
import { done, refused, type Command } from "./command.ts";

export function calculationToFormula(id: string): Command {
  return convert(id, "Calculation", formulaOf);
}

export function formulaToCalculation(id: string): Command {
  return convert(id, "Formula", calculationOf);
}

/** The node as a Formula; undefined while an item of it is empty. */
export function formulaOf(node: CalculationNode): FormulaNode | undefined {
  if (node.calculations.some(({ fieldKey }) => fieldKey === "")) return undefined;
  const parsed = parseFormula(calculationText(node.calculations, fieldReference));
  if (!parsed.ok) return undefined;
  return {
    ...newNode("Formula", node.id, node.x, node.y),
    ...kept(node, "Formula"),
    formulas: [{ resultField: node.resultField, formula: printFormula(parsed.formula) }],
  };
}

/** The node as a Calculation; undefined where it has several results, functions, or parentheses that a Calculation cannot write. */
export function calculationOf(node: FormulaNode): CalculationNode | undefined {
  const [item, ...others] = node.formulas;
  const parsed = item === undefined || others.length > 0 ? undefined : parseFormula(item.formula);
  if (item === undefined || parsed === undefined || !parsed.ok) return undefined;
  const calculations = itemsOf(parsed.formula);
  if (calculations === undefined || calculations.length < 2) return undefined;
  const deepest = Math.min(calculations.length - 2, limits.calculationLevel);
  if (calculations.length > limits.calculationItems || calculations.some(({ level }) => level > deepest)) return undefined;
  // Two terms in parentheses beside each other would be read as one.
  const again = parseFormula(calculationText(calculations, fieldReference));
  if (!again.ok || printFormula(again.formula) !== printFormula(parsed.formula)) return undefined;
  const fresh = newNode("Calculation", node.id, node.x, node.y);
  return { ...fresh, ...kept(node, "Calculation"), calculations, resultField: item.resultField };
}

const ranks: Readonly<Record<CalculationOperator, number>> = { "+": 1, "-": 1, "*": 2, "/": 2, "^": 3 };

function isCalculationOperator(operator: string): operator is CalculationOperator {
  return Object.hasOwn(ranks, operator);
}

/** Each part that is in parentheses is a level deeper. */
function itemsOf(formula: Formula, level = 0, operator: CalculationOperator = "+"): readonly CalculationItem[] | undefined {
  if (formula.kind === "number") return [{ datasource: "Literal", fieldKey: formula.text, operator, level }];
  if (formula.kind === "negate" && formula.operand.kind === "number") {
    return [{ datasource: "Literal", fieldKey: `-${formula.operand.text}`, operator, level }];
  }
  if (formula.kind === "field") return [{ datasource: formula.source, fieldKey: formula.key, operator, level }];
  if (formula.kind !== "binary" || !isCalculationOperator(formula.operator)) return undefined;
  const { operator: own, left, right } = formula;
  const rankOf = (part: Formula): number => (part.kind === "binary" && isCalculationOperator(part.operator) ? ranks[part.operator] : 4);
  const first = itemsOf(left, rankOf(left) < ranks[own] ? level + 1 : level, operator);
  const second = itemsOf(right, rankOf(right) <= ranks[own] ? level + 1 : level, own);
  return first && second && [...first, ...second];
}

function convert<From extends "Calculation" | "Formula">(
  id: string,
  from: From,
  make: (node: NodeOf<From>) => FlowNode | undefined,
): Command {
  return (document) => {
    const node = document.nodes.get(id);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    // Its kind was compared: the compiler does not narrow a generic one.
    const made = node.type === from ? make(node as NodeOf<From>) : undefined;
    if (made === undefined) return refused(refusal("KIND_DIFFERS", { wanted: `a ${kinds[from].typeLabel} that the other kind can hold` }));
    return done(`Convert ${nodeTitle(node)} to a ${kinds[made.type].typeLabel}`, putNodes(document, [made]));
  };
}

/** What does not depend on the kind. A label or colour that was not chosen becomes that of the new kind. */
function kept(node: CalculationNode | FormulaNode, to: "Calculation" | "Formula") {
  const [before, after] = [kinds[node.type], kinds[to]];
  return {
    name: node.name,
    ports: node.ports,
    label: node.label === before.defaultLabel ? after.defaultLabel : node.label,
    color: node.color === before.defaultColor ? after.defaultColor : node.color,
    ...(node.branches === undefined ? {} : { branches: node.branches }),
  };
}
