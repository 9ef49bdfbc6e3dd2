import { noReleasePolicy } from "@airlock/contract";
import { expect, test } from "vitest";
import { policyText } from "./policy-words.ts";
import { withGate } from "./with-gate.ts";

test("a policy is one sentence", () => {
  expect(policyText(noReleasePolicy)).toBe("A release needs no request.");
  expect(policyText({ ...noReleasePolicy, approvals: 1 })).toBe("A release needs 1 approval.");
  // A limit of 0 is a limit.
  const gates = { ...noReleasePolicy.gates, testCases: true, changedOutcomes: 0 };
  expect(policyText({ ...noReleasePolicy, approvals: 2, gates })).toBe("A release needs 2 approvals and 2 gates.");
});

test("a gate with a limit begins at its usual limit and is null when it is off", () => {
  const { gates } = noReleasePolicy;
  expect(withGate(gates, "testCases", true).testCases).toBe(true);
  expect(withGate(gates, "testCases", false).testCases).toBe(false);
  expect(withGate(gates, "changedOutcomes", true).changedOutcomes).toBe(5);
  expect(withGate(gates, "changedOutcomes", 0).changedOutcomes).toBe(0);
  expect(withGate(gates, "changedOutcomes", false).changedOutcomes).toBeNull();
});
