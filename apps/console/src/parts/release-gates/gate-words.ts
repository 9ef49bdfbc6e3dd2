import type { GateName, GateResult } from "@airlock/contract";
import { gateTitles } from "@airlock/contract/release-gates";
import { counted } from "../../ui/format/numbers.ts";

interface GateWords {
  readonly title: string;
  /** What it checks, as a sentence. */
  readonly help: string;
  /** Of a gate with a limit: its label, and its limits. */
  readonly limit?: { readonly label: string; readonly min: number; readonly max: number; readonly usual: number; readonly whole: boolean };
}

const percent = { min: 0, max: 100, whole: false } as const;

export const gateWords: Readonly<Record<GateName, GateWords>> = {
  testCases: { title: gateTitles.testCases, help: "Every test case of the solution passes." },
  linkCoverage: {
    title: gateTitles.linkCoverage,
    help: "Test cases cover enough of the links.",
    limit: { label: "At least, %", usual: 90, ...percent },
  },
  findings: { title: gateTitles.findings, help: "The version has no error findings." },
  changedOutcomes: {
    title: gateTitles.changedOutcomes,
    help: "Few of the compared executions and records get another outcome.",
    limit: { label: "At most, %", usual: 5, ...percent },
  },
  outcomeMix: {
    title: gateTitles.outcomeMix,
    help: "No outcome gains or loses too many percentage points.",
    limit: { label: "At most, points", usual: 2, ...percent },
  },
  drift: { title: gateTitles.drift, help: "No prediction that the version uses has drifted." },
  evaluationMillis: {
    title: gateTitles.evaluationMillis,
    help: "The 99th percentile over the test cases; web calls and predictions are mocked.",
    limit: { label: "At most, ms", usual: 50, min: 0.1, max: 60_000, whole: false },
  },
  sql: { title: gateTitles.sql, help: "The version can run in experiments." },
};

/** Whether it keeps the version from being released. */
export function isBlocking({ status }: Pick<GateResult, "status">): boolean {
  return status === "failed" || status === "notEvaluated";
}

/** '2 of 5 block' or 'All 5 pass'; gates that do not apply are not counted. */
export function gatesText(gates: readonly Pick<GateResult, "status">[]): string {
  const applied = gates.filter(({ status }) => status !== "notApplicable");
  const blocking = applied.filter(isBlocking).length;
  if (applied.length === 0) return "None applies";
  if (blocking > 0) return `${blocking} of ${applied.length} ${blocking === 1 ? "blocks" : "block"}`;
  return applied.length === 1 ? "1 passes" : `${applied.length} of ${applied.length} pass`;
}

/** 'Blocked by 2 gates', for a pill. */
export function blockedText(gates: readonly Pick<GateResult, "status">[]): string | undefined {
  const blocking = gates.filter(isBlocking).length;
  return blocking === 0 ? undefined : `Blocked by ${counted(blocking, "gate")}`;
}
