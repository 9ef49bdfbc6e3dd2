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

/** What a gate about changed outcomes was evaluated over. */
export const gateBases = ["executions", "datasource"] as const;
export type GateBasis = (typeof gateBases)[number];

const comparisonGates: readonly GateName[] = ["changedOutcomes", "outcomeMix"];

/** With what it was evaluated over, where that is a datasource. */
export function gateTitle({ gate, over }: { readonly gate: GateName; readonly over?: GateBasis | undefined }): string {
  return over === "datasource" ? `${gateTitles[gate]}, datasource` : gateTitles[gate];
}

export const noReleasePolicy: ReleasePolicy = {
  approvals: 0,
  ownApproval: false,
  bypass: true,
  executions: 10_000,
  datasource: null,
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

export interface WantedGate {
  readonly gate: GateName;
  /** Of a gate about a comparison. */
  readonly over?: GateBasis;
}

/**
 * Every result that the policy requires: a gate about a comparison has one over executions and, if the policy names a datasource, one over
 * it.
 */
export function wantedGates({ gates, datasource }: Pick<ReleasePolicy, "gates" | "datasource">): readonly WantedGate[] {
  return gatesInUse(gates).flatMap((gate): readonly WantedGate[] => {
    if (!comparisonGates.includes(gate)) return [{ gate }];
    return datasource === null
      ? [{ gate, over: "executions" }]
      : [
          { gate, over: "executions" },
          { gate, over: "datasource" },
        ];
  });
}

/** Whether a version is released by a request only. */
export function needsRequest({ approvals, gates }: ReleasePolicy): boolean {
  return approvals > 0 || gatesInUse(gates).length > 0;
}
