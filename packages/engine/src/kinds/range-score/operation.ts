import type { Slot } from "../../program/parts.ts";

export interface Band {
  readonly from: number | undefined;
  readonly fromIncluded: boolean;
  readonly to: number | undefined;
  readonly toIncluded: boolean;
  /** Of the type of the result field. */
  readonly points: number;
  /** Empty: none. */
  readonly reasonCode: string;
}

export interface RangeScoreOperation {
  readonly kind: "RangeScore";
  readonly scored: Slot;
  readonly bands: readonly Band[];
  readonly fallback: number | undefined;
  readonly target: Slot;
}
