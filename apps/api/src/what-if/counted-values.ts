import { whatIfSteps, type ResultField, type WhatIfQuestion } from "@airlock/contract";
import { inlined, isNumberType, type Definition } from "@airlock/flow";

/** A number field whose values are counted for the rows that reach a node. */
export interface CountedValue {
  readonly node: string;
  /** As in results: `runtime.total`. */
  readonly field: string;
  readonly min: number;
  readonly width: number;
}

/** Undefined if one of them is not a number field of the result or not a node of the flow. */
export function countedValues(
  definition: Definition,
  fields: readonly ResultField[],
  requested: WhatIfQuestion["values"],
): readonly CountedValue[] | undefined {
  const nodes = new Set(inlined(definition).nodes.map(({ id }) => id));
  const counted = requested.flatMap(({ node, field }): readonly CountedValue[] => {
    const known = fields.find(({ name }) => name === field);
    if (known === undefined || !isNumberType(known.type) || !["application", "runtime"].includes(known.origin)) return [];
    if (!nodes.has(node)) return [];
    return [{ node, field, ...stepsBetween(known) }];
  });
  return counted.length === requested.length ? counted : undefined;
}

/** A field without values, or with a single one, gets steps of 1. */
export function stepsBetween(field: Pick<ResultField, "min" | "max"> | undefined): { readonly min: number; readonly width: number } {
  const [min, max] = [field?.min ?? 0, field?.max ?? 0];
  return { min, width: max > min ? (max - min) / whatIfSteps : 1 };
}
