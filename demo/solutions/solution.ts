import type { Effects } from "@airlock/engine";
import type { Definition } from "@airlock/flow";
import type { Random } from "../../tests/support/random.ts";
import type { Rhythm } from "../traffic/rhythm.ts";

/** When a call was made, for what depends on it. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly daysAgo: number;
  /** The outage of the credit bureau. */
  readonly isOutage: boolean;
}

/** One call of a solution: what was sent, and what web calls returned and took. */
export interface DemoCall {
  readonly input: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
  readonly webCall: Effects["webCall"];
  /** Read after the evaluation: web calls add to it. */
  readonly durationMicros: () => number;
}

/** A solution of the demo organisation and how it is called. */
export interface DemoTraffic {
  /** Of all executions. */
  readonly share: number;
  readonly rhythm: Rhythm;
  readonly call: (random: Random, moment: Moment, number: number) => DemoCall;
}

export interface DemoVersion {
  readonly name: string;
  readonly description: string;
  readonly definition: Definition;
  /** In days ago; undefined for a version that was never live. */
  readonly live?: { readonly from: number; readonly until: number };
}
