import type { WhatIfQuestion } from "@airlock/contract";
import { comparedTogether, fieldNames, type Definition, type ThresholdChange } from "@airlock/flow";

/** A number that is dragged, and the field that it is compared with. */
export interface Drag {
  /** As in results: `runtime.total`. */
  readonly field: string;
  /** The side of a position on which a value is that equals it. */
  readonly equalIs: "above" | "below";
  readonly positions: readonly number[];
}

/** Undefined if the parts do not separate the values of one field at the same number, or if the positions do not ascend. */
export function dragOf(definition: Definition, { parts, positions }: NonNullable<WhatIfQuestion["drag"]>): Drag | undefined {
  const numbers = positions.map(Number);
  if (numbers.some((position, at) => !(position > (numbers[at - 1] ?? -Infinity)))) return undefined;
  const compared = comparedTogether(definition, parts);
  if (compared === undefined) return undefined;
  const { source, key } = compared.field;
  const name = fieldNames(definition)(source, key);
  return { field: `${source === "Application" ? "application" : "runtime"}.${name}`, equalIs: compared.equalIs, positions: numbers };
}

/** The changes with the dragged number at its lowest and at its highest position. */
export function endsOf(
  changes: readonly ThresholdChange[],
  { parts, positions }: NonNullable<WhatIfQuestion["drag"]>,
): readonly (readonly ThresholdChange[])[] {
  const others = changes.filter(({ id, path }) => !parts.some((part) => part.id === id && part.path === path));
  return [positions[0], positions.at(-1)].map((value = "") => [...others, ...parts.map((part) => ({ ...part, value }))]);
}

/** How many positions are below a value; 0 for a missing one. */
export function positionSql({ equalIs, positions }: Drag, value: string): string {
  const list = `[${positions.map((position) => `toFloat64(${position})`).join(", ")}]`;
  const lower = `roundDown(assumeNotNull(${value}), ${list})`;
  const place = `transform(${lower}, ${list}, [${positions.map((_, at) => at + 1).join(", ")}], 0)`;
  // What is below the lowest position is rounded to it too.
  const isAbove = `${value} ${equalIs === "above" ? ">=" : ">"} ${positions[0]}`;
  return `toInt32(if(ifNull(${isAbove}, 0), ${equalIs === "above" ? place : `${place} - (${lower} = assumeNotNull(${value}))`}, 0))`;
}
