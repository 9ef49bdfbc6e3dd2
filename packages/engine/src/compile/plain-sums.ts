import { kindOf } from "../kinds/registry.ts";
import type { Program } from "../program/program.ts";

/**
 * Runtime Float fields whose sums need no normalising, because it would change nothing [NU2]: they are only set to or increased by literals
 * that are whole multiples of 1/2^q, and the sum of all these literals is so small that every partial sum has no more digits than a Float
 * keeps. Scorecards with whole, half and quarter points are of this kind. By slot index.
 */
export function findPlainSums(program: Program): ReadonlySet<number> {
  const literals = new Map<number, number[]>();
  const others = new Set<number>();
  for (const { operation } of program.nodes) {
    for (const { target, literals: values } of kindOf(operation.kind).writes(operation)) {
      const list = literals.get(target.index) ?? [];
      literals.set(target.index, list);
      if (values === undefined) others.add(target.index);
      else list.push(...values);
    }
  }
  const plain = new Set<number>();
  for (const { index, type, source } of program.slots) {
    if (type === "Float" && source === "Runtime" && !others.has(index) && sumsAreExact(literals.get(index) ?? [])) plain.add(index);
  }
  return plain;
}

/** A node runs at most once, so no sum is larger than all of the literals together. */
function sumsAreExact(values: readonly number[]): boolean {
  const total = values.reduce((sum, value) => sum + Math.abs(value), 0);
  if (!(total < 1e14)) return false;
  // As many binary digits as there are decimal digits at that size: n / 2^q has q decimal digits.
  let places = 12;
  for (let bound = 1e3; total >= bound; bound *= 10) places -= 1;
  const unit = 2 ** places;
  return values.every((value) => Number.isInteger(value * unit));
}
