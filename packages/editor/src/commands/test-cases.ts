import { limits, type TestCase } from "@airlock/flow";
import { grouped, refusal } from "../rules/refusal.ts";
import { done, refused, type Command } from "./command.ts";

/** Replaces all cases: after an import, a new case, a deletion. */
export function replaceTestCases(cases: readonly TestCase[], name: string): Command {
  return (document) => {
    if (cases.length > limits.testCases) return refused(refusal("TEST_CASES_FULL", { max: grouped(limits.testCases) }));
    return done(name, { ...document, testCases: cases });
  };
}

/** Replaces the case with its id; continuous typing in one of its cells is one step. */
export function changeTestCase(next: TestCase, part = ""): Command {
  return (document) => {
    const before = document.testCases.find((one) => one.id === next.id);
    if (before === undefined) return refused(refusal("TEST_CASE_GONE"));
    const testCases = document.testCases.map((one) => (one === before ? next : one));
    const more = part === "" ? {} : { mergeWith: `case ${next.id} ${part}` };
    return done(`Change test case ${next.name}`, before === next ? document : { ...document, testCases }, more);
  };
}
