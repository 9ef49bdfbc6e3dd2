import type { Slot } from "../program/parts.ts";
import type { Memory } from "./memory.ts";
import type { Predictions } from "./models.ts";
import type { Fault, Numbers, Worked } from "./numbers.ts";
import type { Term } from "./terms.ts";
import type { SlotValue } from "./value.ts";

/** A prediction's score for all rows, whether or not they reach the node. */
export interface RanPrediction {
  readonly nodeId: string;
  readonly score: Term;
  readonly taken: Term | undefined;
  readonly inputs: readonly Slot[];
}

/** The context in which a kind runs one of its nodes on all rows at once. A guard is the condition under which a row is affected. */
export interface NodeRun {
  readonly nodeId: string;
  readonly numbers: Numbers;
  readonly memory: Memory;
  readonly predictions: Predictions;
  /** [NU8] Stores the value where nothing failed; returns where something did. */
  readonly store: (target: Slot, worked: Worked, guard: Term) => Term;
  /** Sets a slot to a value that is already of its type. */
  readonly set: (target: Slot, value: SlotValue, guard: Term) => void;
  /** Ends the run with the first of the faults; returns where one occurred. */
  readonly fail: (faults: readonly Fault[], guard: Term) => Term;
  /** The number that stands for a reason code in `giveReason`, from 1. */
  readonly codeNumber: (code: string) => number;
  /** A term with the number of a reason code, or 0 for none. */
  readonly giveReason: (code: Term) => void;
  readonly keepScore: (prediction: RanPrediction) => void;
}
