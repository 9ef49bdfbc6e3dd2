import type { FieldType } from "@airlock/flow";
import type { NumberType } from "../program/parts.ts";
import type { Term } from "./terms.ts";

/** The largest magnitude of a Float, and the magnitude from which on normalising fails [NU2]. */
export const largestFloat = 999_999_999_999_999;
export const floatLimit = 999_999_999_999_999.5;

/** A Boolean is 0 or 1 and a Date its day number: whole numbers, as Integers are. */
export function heldAs(type: Exclude<FieldType, "String">): NumberType {
  return type === "Float" ? "Float" : "Integer";
}

/** A number during generation: its term and what is known about it without any row. */
export interface NumberValue {
  readonly kind: "number";
  readonly type: NumberType;
  /** NaN when missing. */
  readonly term: Term;
  readonly mayBeMissing: boolean;
  /** No magnitude is greater. */
  readonly bound: number;
  /**
   * Set if the value is known to be a multiple of 1/10^digits: sums and products of such values are exact as doubles and are divided once,
   * when the value is needed. The result is exactly the double that normalising would return [SC7].
   */
  readonly units: Units | undefined;
}

export interface Units {
  readonly term: Term;
  readonly digits: number;
}

export interface TextValue {
  readonly kind: "text";
  readonly term: Term;
  readonly mayBeMissing: boolean;
}

export type SlotValue = NumberValue | TextValue;
