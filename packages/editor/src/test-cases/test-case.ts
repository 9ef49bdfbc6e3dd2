import type { FieldSource, TestCase } from "@airlock/flow";

export type { CaseValue, Expectation, TestCase } from "@airlock/flow";

/** Cases name fields as callers do, so a renamed field is renamed in them. */
export function renameInCases(cases: readonly TestCase[], source: FieldSource, from: string, to: string): readonly TestCase[] {
  return cases.map((one) => {
    if (source === "Application") return Object.hasOwn(one.input, from) ? { ...one, input: renamed(one.input, from, to) } : one;
    const { runtimeData } = one.expect;
    return Object.hasOwn(runtimeData, from) ? { ...one, expect: { ...one.expect, runtimeData: renamed(runtimeData, from, to) } } : one;
  });
}

/** The cases that have a value for a field, or expect one of it. */
export function casesWith(cases: readonly TestCase[], source: FieldSource, name: string): readonly TestCase[] {
  return cases.filter((one) => Object.hasOwn(source === "Application" ? one.input : one.expect.runtimeData, name));
}

function renamed<Value>(values: Readonly<Record<string, Value>>, from: string, to: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name === from ? to : name, value]));
}
