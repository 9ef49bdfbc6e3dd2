import type { Slot } from "../../program/parts.ts";

export interface ListEntry {
  readonly value: string | number;
  /** Of the type of the result field. */
  readonly points: number;
  readonly reasonCode: string;
}

export interface ListScoreOperation {
  readonly kind: "ListScore";
  readonly scored: Slot;
  readonly entries: readonly ListEntry[];
  readonly fallback: number | undefined;
  readonly target: Slot;
}
