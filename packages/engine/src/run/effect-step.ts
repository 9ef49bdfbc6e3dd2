import type { Effects } from "../types.ts";
import type { State } from "./state.ts";

/** What an effect gave, as the record keeps it: enough to run the flow again without the effect. */
export type Answer = readonly (string | number | null)[];

/** A node that asks the world. Asking and taking in are apart, so that a record is replayed by taking in alone. */
export interface EffectStep {
  readonly timeoutMillis: number;
  /** Faults are told through the state; the answer is then undefined. */
  readonly ask: (state: State, effects: Effects, signal: AbortSignal) => Promise<Answer | undefined> | Answer | undefined;
  readonly takeIn: (state: State, answer: Answer) => void;
}
