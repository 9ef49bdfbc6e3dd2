import type { ReleaseGates, ReleasePolicy } from "./release-policy.ts";

// Apart from the schemas, so that the console can load it without them.

export const gateNames = [
  "testCases",
  "linkCoverage",
  "findings",
  "changedOutcomes",
  "outcomeMix",
  "drift",
  "evaluationMillis",
  "sql",
] as const satisfies readonly (keyof ReleaseGates)[];
export type GateName = (typeof gateNames)[number];

/** What a gate is called in the console, in mails and in the thread of a request. */
export const gateTitles: Readonly<Record<GateName, string>> = {
  testCases: "Test cases",
  linkCoverage: "Link coverage",
  findings: "Findings",
  changedOutcomes: "Outcomes changed",
  outcomeMix: "Outcome mix",
  drift: "Drift",
  evaluationMillis: "Evaluation time",
  sql: "Runs over datasources",
};

export const noReleasePolicy: ReleasePolicy = {
  approvals: 0,
  ownApproval: false,
  bypass: true,
  executions: 10_000,
  gates: {
    testCases: false,
    linkCoverage: null,
    findings: false,
    changedOutcomes: null,
    outcomeMix: null,
    drift: false,
    evaluationMillis: null,
    sql: false,
  },
};

export function gatesInUse(gates: ReleaseGates): readonly GateName[] {
  return gateNames.filter((name) => gates[name] !== false && gates[name] !== null);
}

/** Whether a version is released by a request only. */
export function needsRequest({ approvals, gates }: ReleasePolicy): boolean {
  return approvals > 0 || gatesInUse(gates).length > 0;
}
