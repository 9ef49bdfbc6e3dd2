import type { ComparisonSummary, GateResult, ReleaseGates } from "@airlock/contract";

/** What running the test cases of a solution with a version came to. */
export interface TestRun {
  readonly cases: number;
  readonly passed: number;
  /** Names of cases that did not pass, with why. */
  readonly failures: readonly string[];
  readonly links: number;
  readonly linksTaken: number;
  /** The 99th percentile of the evaluations; undefined without a case that ran. */
  readonly p99Millis: number | undefined;
}

/** What a version did to the last executions of the live one. */
export type ComparisonMade =
  | { readonly kind: "done"; readonly summary: ComparisonSummary; readonly liveVersion: string }
  /** There is no live version to compare with. */
  | { readonly kind: "nothingLive" }
  | { readonly kind: "notMade"; readonly reason: string };

export interface Measured {
  readonly tests: TestRun;
  readonly errorFindings: readonly string[];
  readonly comparison: ComparisonMade;
  /** Names of the predictions that drifted, and of those that nothing is known of yet. */
  readonly drift: { readonly drifted: readonly string[]; readonly unknown: readonly string[]; readonly predictions: number };
  /** Why it does not run over datasources; undefined when it does. */
  readonly sqlRefusal: string | undefined;
}

/** The result of each gate that the policy asks for. A gate that cannot be evaluated blocks and says why. */
export function evaluateGates(gates: ReleaseGates, measured: Measured): readonly GateResult[] {
  const { tests, errorFindings, comparison, drift, sqlRefusal } = measured;
  const results: GateResult[] = [];
  if (gates.testCases) results.push(testCases(tests));
  if (gates.linkCoverage !== null) results.push(linkCoverage(tests, gates.linkCoverage));
  if (gates.findings) {
    const value = errorFindings.length === 0 ? "no errors" : countOf(errorFindings.length, "error");
    results.push({ gate: "findings", ...held(errorFindings.length === 0), value, limit: "no errors", reason: errorFindings[0] ?? "" });
  }
  if (gates.changedOutcomes !== null) results.push(changedOutcomes(comparison, gates.changedOutcomes));
  if (gates.outcomeMix !== null) results.push(outcomeMix(comparison, gates.outcomeMix));
  if (gates.drift) results.push(driftGate(drift));
  if (gates.evaluationMillis !== null) results.push(evaluationTime(tests, gates.evaluationMillis));
  if (gates.sql) {
    const value = sqlRefusal === undefined ? "yes" : "no";
    results.push({ gate: "sql", ...held(sqlRefusal === undefined), value, limit: "must run", reason: sqlRefusal ?? "" });
  }
  return results;
}

function testCases({ cases, passed, failures }: TestRun): GateResult {
  const gate = { gate: "testCases", limit: "all must pass" } as const;
  if (cases === 0) return notEvaluated(gate, "The solution has no test cases.");
  return { ...gate, ...held(passed === cases), value: `${passed} of ${cases} pass`, reason: failures[0] ?? "" };
}

function linkCoverage({ cases, links, linksTaken }: TestRun, least: number): GateResult {
  const gate = { gate: "linkCoverage", limit: `at least ${least}%` } as const;
  if (cases === 0) return notEvaluated(gate, "The solution has no test cases.");
  const share = links === 0 ? 100 : (linksTaken / links) * 100;
  const isHeld = linksTaken * 100 >= least * links;
  return {
    ...gate,
    ...held(isHeld),
    value: percent(share),
    reason: isHeld ? "" : `${linksTaken} of ${links} links are taken by a test case.`,
  };
}

function changedOutcomes(comparison: ComparisonMade, most: number): GateResult {
  const gate = { gate: "changedOutcomes", limit: `at most ${most}%` } as const;
  const compared = comparedOf(comparison);
  if (typeof compared === "string") return comparison.kind === "nothingLive" ? notApplicable(gate, compared) : notEvaluated(gate, compared);
  const share = (compared.changed / compared.compared) * 100;
  return {
    ...gate,
    ...held(compared.changed * 100 <= most * compared.compared),
    value: percent(share),
    reason: `${number(compared.changed)} of ${number(compared.compared)} executions.`,
  };
}

function outcomeMix(comparison: ComparisonMade, most: number): GateResult {
  const gate = { gate: "outcomeMix", limit: `at most ${most} points` } as const;
  const compared = comparedOf(comparison);
  if (typeof compared === "string") return comparison.kind === "nothingLive" ? notApplicable(gate, compared) : notEvaluated(gate, compared);
  const moved = compared.outcomes
    .map(({ outcome, left, right }) => ({ outcome, by: right - left }))
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))[0];
  const by = moved?.by ?? 0;
  const points = (by / compared.compared) * 100;
  const value = `${points > 0 ? "+" : ""}${points.toFixed(1)} points`;
  const named = moved === undefined || moved.outcome === "" ? "" : `${moved.outcome}: ${value}.`;
  return { ...gate, ...held(Math.abs(by) * 100 <= most * compared.compared), value, reason: named };
}

/** The summary, or why there is nothing to judge by. */
function comparedOf(comparison: ComparisonMade): ComparisonSummary | string {
  if (comparison.kind === "nothingLive") return "Nothing is live yet, so there is nothing to compare with.";
  if (comparison.kind === "notMade") return comparison.reason;
  const { summary, liveVersion } = comparison;
  if (summary.compared > 0) return summary;
  const left = summary.unanswered + summary.unreadable;
  return left === 0
    ? `Nothing was compared: ${liveVersion} has no executions.`
    : `Nothing was compared: ${number(left)} executions are not comparable.`;
}

function driftGate({ drifted, unknown, predictions }: Measured["drift"]): GateResult {
  const gate = { gate: "drift", limit: "no drift" } as const;
  if (predictions === 0) return notApplicable(gate, "The version uses no prediction.");
  if (drifted.length > 0)
    return { ...gate, status: "failed", value: countOf(drifted.length, "prediction"), reason: `${drifted.join(", ")} drifted.` };
  if (unknown.length > 0) return notEvaluated(gate, `No live decisions of ${unknown.join(", ")} to judge by yet.`);
  return { ...gate, status: "passed", value: "steady", reason: "" };
}

function evaluationTime({ p99Millis }: TestRun, most: number): GateResult {
  const gate = { gate: "evaluationMillis", limit: `at most ${most} ms` } as const;
  if (p99Millis === undefined) return notEvaluated(gate, "There is no test case to measure with.");
  return { ...gate, ...held(p99Millis <= most), value: `${p99Millis.toFixed(2)} ms`, reason: "" };
}

const held = (isHeld: boolean) => ({ status: isHeld ? "passed" : "failed" }) as const;

function notEvaluated(gate: Pick<GateResult, "gate" | "limit">, reason: string): GateResult {
  return { ...gate, status: "notEvaluated", value: "not evaluated", reason };
}

function notApplicable(gate: Pick<GateResult, "gate" | "limit">, reason: string): GateResult {
  return { ...gate, status: "notApplicable", value: "does not apply", reason };
}

/** Of small shares two digits, so that 0.04% is not 0%. */
function percent(share: number): string {
  return `${share > 0 && share < 0.1 ? share.toFixed(2) : share.toFixed(1)}%`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function number(count: number): string {
  return count.toLocaleString("en-GB");
}
