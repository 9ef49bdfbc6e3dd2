/** A calculation as a tree: levels are parentheses; ^ binds tighter than * and /, which bind tighter than + and -; operators of one rank from the left. */
import type { CalculationItem, CalculationOperator } from "./node-parts.ts";

export type CalculationTree =
  | { readonly item: CalculationItem; readonly row: number }
  | { readonly operator: CalculationOperator; readonly left: CalculationTree; readonly right: CalculationTree };

interface Term {
  readonly operator: CalculationOperator;
  readonly tree: CalculationTree;
}

const ranks: readonly (readonly CalculationOperator[])[] = [["^"], ["*", "/"], ["+", "-"]];

export function calculationTree(items: readonly CalculationItem[]): CalculationTree | undefined {
  return treeOf(items, 0, items.length);
}

function treeOf(items: readonly CalculationItem[], from: number, to: number): CalculationTree | undefined {
  let shallowest = Infinity;
  for (let row = from; row < to; row += 1) shallowest = Math.min(shallowest, items[row]?.level ?? Infinity);
  const terms: Term[] = [];
  for (let row = from; row < to;) {
    const item = items[row];
    if (item === undefined) break;
    let past = row + 1;
    if (item.level > shallowest) while (past < to && (items[past]?.level ?? shallowest) > shallowest) past += 1;
    const tree = item.level > shallowest ? treeOf(items, row, past) : { item, row };
    if (tree !== undefined) terms.push({ operator: item.operator, tree });
    row = past;
  }
  return ranks.reduce(join, terms)[0]?.tree;
}

function join(terms: Term[], operators: readonly CalculationOperator[]): Term[] {
  const joined: Term[] = [];
  for (const term of terms) {
    const last = joined.at(-1);
    if (last === undefined || !operators.includes(term.operator)) joined.push(term);
    else joined[joined.length - 1] = { operator: last.operator, tree: { operator: term.operator, left: last.tree, right: term.tree } };
  }
  return joined;
}

/** The first row of the part of the formula that a tree stands for. */
export function firstRow(tree: CalculationTree): number {
  return "item" in tree ? tree.row : firstRow(tree.left);
}
