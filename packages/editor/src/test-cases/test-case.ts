import type { PredictionResponse, WebCallResponse } from "@airlock/engine";
import type { FieldSource } from "@airlock/flow";

export type CaseValue = string | number;

/** What a case expects; what is left out is not looked at. */
export interface Expectation {
  readonly status?: "completed" | "failed";
  /** The code of the error that it must fail with. */
  readonly error?: string;
  /** By runtime field name; null where the field must be missing. */
  readonly runtimeData: Readonly<Record<string, CaseValue | null>>;
  /** In the order in which they are given. */
  readonly reasonCodes?: readonly string[];
}

/** A saved test case, in the shape of the cases of a template. */
export interface TestCase {
  readonly id: string;
  readonly name: string;
  /** By application field name, as a caller sends it. */
  readonly input: Readonly<Record<string, CaseValue>>;
  readonly expect: Expectation;
  /** By node id: answers that stand in for a web call or a prediction. */
  readonly webCalls?: Readonly<Record<string, WebCallResponse>>;
  readonly predictions?: Readonly<Record<string, PredictionResponse>>;
}

/** Cases name fields as callers do, so a renamed field is renamed in them. */
export function renameInCases(cases: readonly TestCase[], source: FieldSource, from: string, to: string): readonly TestCase[] {
  return cases.map((one) => {
    if (source === "Application") return Object.hasOwn(one.input, from) ? { ...one, input: renamed(one.input, from, to) } : one;
    const { runtimeData } = one.expect;
    return Object.hasOwn(runtimeData, from) ? { ...one, expect: { ...one.expect, runtimeData: renamed(runtimeData, from, to) } } : one;
  });
}

function renamed<Value>(values: Readonly<Record<string, Value>>, from: string, to: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name === from ? to : name, value]));
}
