import { limits, type TestCase } from "@airlock/flow";
import { grouped, refusal } from "../rules/refusal.ts";
import { whyNotTestCase } from "../rules/test-case-rules.ts";
import { done, refused, type Command } from "./command.ts";

/** Replaces all cases: after an import, a new case, a deletion. */
export function replaceTestCases(cases: readonly TestCase[], name: string): Command {
  return (document) => {
    if (cases.length > limits.testCases) return refused(refusal("TEST_CASES_FULL", { max: grouped(limits.testCases) }));
    const known = new Set(document.testCases);
    for (const one of cases) {
      const reason = known.has(one) ? undefined : whyNotTestCase(one);
      if (reason !== undefined) return refused(reason);
    }
    return done(name, { ...document, testCases: cases });
  };
}

/** Replaces the case with its id; continuous typing in one of its cells is one step. */
export function changeTestCase(next: TestCase, part = ""): Command {
  return (document) => {
    const before = document.testCases.find((one) => one.id === next.id);
    if (before === undefined) return refused(refusal("TEST_CASE_GONE"));
    const reason = whyNotTestCase(next);
    if (reason !== undefined) return refused(reason);
    const testCases = document.testCases.map((one) => (one === before ? next : one));
    const more = part === "" ? {} : { mergeWith: `case ${next.id} ${part}` };
    return done(`Change test case ${next.name}`, before === next ? document : { ...document, testCases }, more);
  };
}
