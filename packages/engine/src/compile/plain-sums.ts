import type { Assignment, Program } from "../program/program.ts";

/**
 * Runtime Float fields whose sums need no bringing back, because it would change nothing [NU2]: all that is ever stored in or added
 * to them are literals that are whole multiples of 1/2^q, and all of these together are so small that every sum of them has no more
 * than the digits that are kept. Scorecards with whole, half and quarter points are of this kind. By slot index.
 */
export function findPlainSums(program: Program): ReadonlySet<number> {
  const literals = new Map<number, number[]>();
  const others = new Set<number>();
  const assign = ({ target, value }: Assignment): void => {
    if (value.kind === "literal" && value.type !== "String") add(target.index, [value.value]);
    else others.add(target.index);
  };
  const add = (slot: number, values: readonly number[]): void => {
    const list = literals.get(slot) ?? [];
    list.push(...values);
    literals.set(slot, list);
  };
  for (const { operation } of program.nodes) {
    if (operation.kind === "EasyRule" || operation.kind === "SetState") operation.assignments.forEach(assign);
    else if (operation.kind === "RangeScore") add(operation.target.index, pointsOf(operation.bands, operation.fallback));
    else if (operation.kind === "ListScore") add(operation.target.index, pointsOf(operation.entries, operation.fallback));
    else if (operation.kind === "Calculation" || operation.kind === "Prediction") others.add(operation.target.index);
    else if (operation.kind === "WebCall") for (const { target } of operation.outputs) others.add(target.index);
  }
  const plain = new Set<number>();
  for (const { index, type } of program.runtimeSlots) {
    if (type === "Float" && !others.has(index) && sumsAreExact(literals.get(index) ?? [])) plain.add(index);
  }
  return plain;
}

function pointsOf(rows: readonly { readonly points: number }[], fallback: number | undefined): readonly number[] {
  return [...rows.map((row) => row.points), fallback ?? 0];
}

/** A node runs at most once, so no sum is larger than all of the literals together. */
function sumsAreExact(values: readonly number[]): boolean {
  const most = values.reduce((sum, value) => sum + Math.abs(value), 0);
  if (!(most < 1e14)) return false;
  // As many binary places as there are decimal places at that size: n / 2^q has q decimal places.
  let places = 12;
  for (let bound = 1e3; most >= bound; bound *= 10) places -= 1;
  const unit = 2 ** places;
  return values.every((value) => Number.isInteger(value * unit));
}
