/** The engine's API: compile once, evaluate often. Nothing here accesses a clock, a network or a model: those are `Effects`. */
import type { DatasetField, Definition, Finding } from "@airlock/flow";

/** A value as callers send and get it: a Boolean is true or false, a Date its text, YYYY-MM-DD. */
export type KnownValue = string | number | boolean;
/** A missing value is `undefined`: neither zero nor the empty string. */
export type Value = KnownValue | undefined;
/** A value in the engine's representation: a Boolean is 0 or 1, a Date its day number. */
export type Held = string | number | undefined;
/** Values by field name; missing ones are absent. */
export type ValuesByName = Readonly<Record<string, KnownValue>>;

/** Stamped on every frozen version; a change of meaning gets a new number and old versions keep theirs. */
export const currentBehaviour = 5;

export interface Plan {
  readonly behaviour: number;
  /** True when the flow has web calls or predictions, or uses the day: such a plan is run with `evaluateWithEffects`. */
  readonly needsEffects: boolean;
  /** Ids of the lists that it looks values up in. */
  readonly lists: readonly string[];
  readonly applicationFields: readonly DatasetField[];
  readonly runtimeFields: readonly DatasetField[];
  /** By reason code: what it means, in words. */
  readonly reasonTexts: ReadonlyMap<string, string>;
}

export type Compiled = { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly findings: readonly Finding[] };

export interface InputProblem {
  /** The field's name as the caller knows it. */
  readonly field: string;
  readonly code:
    | "notAnObject"
    | "missing"
    | "unknown"
    | "notAString"
    | "notAnInteger"
    | "notANumber"
    | "notABoolean"
    | "notADate"
    | "outOfRange"
    | "tooLong";
  readonly message: string;
}

/** Application values in slot order: created only by `readInput`, so that `evaluate` need not check them again. */
export interface Input {
  readonly values: readonly Value[];
}

export type InputRead = { readonly ok: true; readonly input: Input } | { readonly ok: false; readonly problems: readonly InputProblem[] };

export interface ExecutionError {
  readonly code: string;
  readonly nodeId: string;
  readonly message: string;
}

export interface Outcome {
  readonly status: "completed" | "failed";
  /** Runtime values by field name; missing ones are absent. Inherits nothing. */
  readonly runtimeData: ValuesByName;
  readonly reasonCodes: readonly string[];
  readonly error: ExecutionError | undefined;
}

export interface WebCallRequest {
  readonly nodeId: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
  readonly body: string;
  readonly timeoutMillis: number;
}
export interface WebCallResponse {
  readonly status: number;
  readonly body: string;
}
export interface PredictionRequest {
  readonly nodeId: string;
  readonly config: string;
  readonly model: number;
  /** In the engine's representation, missing ones undefined: models have numbers and categories only. */
  readonly inputs: Readonly<Record<string, Held>>;
  /** [EF11] How many reason codes to return: the inputs that changed the score most. */
  readonly reasonCodes: number;
}
export interface PredictionResponse {
  /** Undefined without a score, for example for a person whom the model does not know: the score field is then missing. */
  readonly score: number | undefined;
  readonly reasonCodes: readonly string[];
}
/** A version of a list, whose keys are texts: an Integer in decimal digits, a Date as YYYY-MM-DD. */
export interface ListVersion {
  readonly number: number;
  readonly table: {
    readonly columns: readonly { readonly name: string }[];
    /** The row of a key, -1 for one that the list does not have. */
    readonly find: (key: string) => number;
    /** In the engine's representation. `column` is the index of the column. */
    readonly value: (row: number, column: number) => Held;
  };
}
/** An effect that fails throws an `EffectFailure`; the execution then ends as failed with what it knew. */
export interface Effects {
  readonly webCall: (request: WebCallRequest, signal: AbortSignal) => Promise<WebCallResponse>;
  readonly predict: (request: PredictionRequest) => PredictionResponse;
  /** [FO20] The day, in UTC, as the number of days since 1970-01-01. Without it, a node that uses the day fails. */
  readonly today?: () => number;
  /** [LU1] The version of a list for an execution that begins now, or the one with this number; undefined if the host does not have it. */
  readonly list?: (listId: string, number?: number) => ListVersion | undefined;
  /**
   * A timer of the host: resolves after this number of milliseconds. With it the engine itself ends a web call that exceeds its deadline.
   */
  readonly after?: (millis: number) => Promise<void>;
}

export interface ExecutionEvent {
  /** Node id, or node id with `.SPLIT` or `.JOIN`. */
  readonly id: string;
  readonly action: "triggered" | "left" | "ERROR";
  readonly eventType: string;
  readonly runtimeData: ValuesByName;
}

/** A log line expanded with its frozen version. */
export interface ExpandedExecution {
  readonly status: "completed" | "failed";
  readonly applicationData: ValuesByName;
  readonly runtimeData: ValuesByName;
  readonly reasonCodes: readonly string[];
  readonly linksTaken: readonly string[];
  readonly error: ExecutionError | undefined;
  readonly executionEvents: readonly ExecutionEvent[];
  /** Web calls that failed and after which the flow continued, in the order of running. */
  readonly failedCalls: readonly ExecutionError[];
}

/**
 * The functions that `index.ts` exports, in one place for reading:
 *
 *   compile(definition: Definition, behaviour?: number): Compiled
 *   compileFrozen(definition: Definition, behaviour: number): Compiled  // a version: by its own behaviour, not validated again
 *   readInput(plan: Plan, body: unknown): InputRead
 *   evaluate(plan: Plan, input: Input, { list }?): Execution           // needsEffects === false
 *   evaluateWithEffects(plan, input, effects, signal): Promise<Execution>
 *   encodeRecord(execution: Execution): string                        // positional, one line of JSON text
 *   expandRecord(plan: Plan, record: string): ExpandedExecution
 */
export interface Execution extends Outcome {
  /** Positional: links taken, slot values, reason codes, responses of effects. Opaque outside the engine. */
  readonly record: unknown;
}

export type { Definition };
