import type { FieldType } from "@airlock/flow";
import type { FaultCode } from "../fault.ts";
import type { FieldProblem } from "./inputs.ts";

/** The meaning of a row's columns. Plain data: it can be stored with the rows. */
export interface SqlLayout {
  /** Names of the columns, in the order of the SELECT. */
  readonly columns: readonly string[];
  readonly application: readonly LayoutField[];
  readonly runtime: readonly LayoutField[];
  /** The meaning of `error` from 2 on; 0 is none and 1 is an input with problems. */
  readonly faults: readonly { readonly code: FaultCode; readonly nodeId: string }[];
  /** For each field that can have problems, the meaning of 1, 2 and 3 in its two bits of `problems…`. */
  readonly problems: readonly { readonly field: string; readonly kinds: readonly FieldProblem[] }[];
  /** Ids by the bit that says a link was taken, and the index of the link in the definition. */
  readonly links: readonly { readonly id: string; readonly index: number }[];
  /**
   * Predictions whose scores are in the columns `p0`, `p1` …, if scores were requested; with `taken`, the class in `t0`, `t1` …. Every row
   * has a score, whether or not it reached the node.
   */
  readonly scores?: readonly { readonly nodeId: string; readonly taken: boolean }[];
  /** The meaning of a number in `reasons`, from 1 on. */
  readonly codes: readonly string[];
}

export interface LayoutField {
  readonly name: string;
  readonly type: FieldType;
}

/** The flow did not run on a row with this error; `problems…` has the reasons. */
export const inputError = 1;
export const firstFault = 2;
/** Doubles represent both exactly, and so does JSON. */
export const linksPerColumn = 32;
export const problemsPerColumn = 16;
