import type { ComparisonSummary, GateBasis, GateResult, ReleaseGates } from "@airlock/contract";

/** The result of running the test cases of a solution with a version. */
export interface TestRun {
  readonly cases: number;
  readonly passed: number;
  /** Names of failed cases, with the reasons. */
  readonly failures: readonly string[];
  readonly links: number;
  readonly linksTaken: number;
  /** The 99th percentile of evaluation times; undefined if no case ran. */
  readonly p99Millis: number | undefined;
}

/** The comparison of a version with the live one, over its last executions or over the rows of a datasource. */
export type ComparisonMade =
  | {
      readonly kind: "done";
      readonly summary: ComparisonSummary;
      readonly over: GateBasis;
      /** The name of the live version, or of the datasource. */
      readonly of: string;
    }
  /** There is no live version to compare with. */
  | { readonly kind: "nothingLive" }
  | { readonly kind: "notMade"; readonly reason: string };

export interface ComparisonsMade {
  /** Over executions. */
  readonly comparison: ComparisonMade;
  /** Undefined if the policy has no datasource. */
  readonly overDatasource: ComparisonMade | undefined;
}

export interface Measured extends ComparisonsMade {
  readonly tests: TestRun;
  readonly errorFindings: readonly string[];
  /** Names of the predictions that drifted, and of those whose drift is unknown yet. */
  readonly drift: { readonly drifted: readonly string[]; readonly unknown: readonly string[]; readonly predictions: number };
  /** Why it does not run over datasources; undefined if it does. */
  readonly sqlRefusal: string | undefined;
}

/**
 * The result of each gate of the policy; comparison gates have one over executions and one over the datasource. A gate that cannot be evaluated
 * blocks, with the reason.
 */
export function evaluateGates(gates: ReleaseGates, measured: Measured): readonly GateResult[] {
  const { tests, errorFindings, comparison, overDatasource, drift, sqlRefusal } = measured;
  const compared: readonly Compared[] = [
    { over: "executions", made: comparison },
    ...(overDatasource === undefined ? [] : [{ over: "datasource", made: overDatasource } as const]),
  ];
  const results: GateResult[] = [];
  if (gates.testCases) results.push(testCases(tests));
  if (gates.linkCoverage !== null) results.push(linkCoverage(tests, gates.linkCoverage));
  if (gates.findings) {
    const value = errorFindings.length === 0 ? "no errors" : countOf(errorFindings.length, "error");
    results.push({ gate: "findings", ...held(errorFindings.length === 0), value, limit: "no errors", reason: errorFindings[0] ?? "" });
  }
  for (const one of compared) {
    if (gates.changedOutcomes !== null) results.push(changedOutcomes(one, gates.changedOutcomes));
  }
  for (const one of compared) {
    if (gates.outcomeMix !== null) results.push(outcomeMix(one, gates.outcomeMix));
  }
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

function linkCoverage({ cases, links, linksTaken }: TestRun, min: number): GateResult {
  const gate = { gate: "linkCoverage", limit: `at least ${min}%` } as const;
  if (cases === 0) return notEvaluated(gate, "The solution has no test cases.");
  const share = links === 0 ? 100 : (linksTaken / links) * 100;
  const isHeld = linksTaken * 100 >= min * links;
  return {
    ...gate,
    ...held(isHeld),
    value: percent(share),
    reason: isHeld ? "" : `${linksTaken} of ${links} links are taken by a test case.`,
  };
}

interface Compared {
  readonly over: GateBasis;
  readonly made: ComparisonMade;
}

function changedOutcomes({ over, made }: Compared, max: number): GateResult {
  const gate = { gate: "changedOutcomes", over, limit: `at most ${max}%` } as const;
  const judged = judgedBy(made);
  if (typeof judged === "string") return made.kind === "nothingLive" ? notApplicable(gate, judged) : notEvaluated(gate, judged);
  const { summary, base, records } = judged;
  return {
    ...gate,
    ...held(summary.changed * 100 <= max * base),
    value: percent((summary.changed / base) * 100),
    reason: `${number(summary.changed)} of ${number(base)} ${records}.`,
  };
}

function outcomeMix({ over, made }: Compared, max: number): GateResult {
  const gate = { gate: "outcomeMix", over, limit: `at most ${max} points` } as const;
  const judged = judgedBy(made);
  if (typeof judged === "string") return made.kind === "nothingLive" ? notApplicable(gate, judged) : notEvaluated(gate, judged);
  const { summary, base, records } = judged;
  const moved = summary.outcomes
    .map(({ outcome, left, right }) => ({ outcome, by: right - left }))
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))[0];
  const by = moved?.by ?? 0;
  const points = (by / base) * 100;
  const value = `${points > 0 ? "+" : ""}${points.toFixed(1)} points`;
  const named = moved === undefined || moved.outcome === "" ? "" : `${moved.outcome}: ${value}`;
  const isPartial = summary.unanswered + summary.unreadable > 0;
  const reason =
    over === "datasource" || isPartial ? [named, `${number(base)} ${records}`].filter((text) => text !== "").join(", ") : named;
  return { ...gate, ...held(Math.abs(by) * 100 <= max * base), value, reason: reason === "" ? "" : `${reason}.` };
}

interface JudgedBy {
  readonly summary: ComparisonSummary;
  /** The denominator of shares, as on the comparison's page: includes rows of a datasource that could not be decided. */
  readonly base: number;
  /** 'executions', 'executions, 7 not comparable', or 'records of Loans, 3 not decided'. */
  readonly records: string;
}

/** What was compared, or why there is nothing to evaluate. */
function judgedBy(made: ComparisonMade): JudgedBy | string {
  if (made.kind === "nothingLive") return "Nothing is live yet, so there is nothing to compare with.";
  if (made.kind === "notMade") return made.reason;
  const { summary, over, of } = made;
  const left = summary.unanswered + summary.unreadable;
  if (over === "datasource") {
    if (summary.compared === 0) {
      return left === 0
        ? `Nothing was compared: ${of} has no records.`
        : `Nothing was compared: none of the ${number(left)} records of ${of} could be decided.`;
    }
    return { summary, base: summary.compared + left, records: `records of ${of}${left === 0 ? "" : `, ${number(left)} not decided`}` };
  }
  if (summary.compared > 0) {
    return { summary, base: summary.compared, records: `executions${left === 0 ? "" : `, ${number(left)} not comparable`}` };
  }
  return left === 0
    ? `Nothing was compared: ${of} has no executions.`
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

function evaluationTime({ p99Millis }: TestRun, max: number): GateResult {
  const gate = { gate: "evaluationMillis", limit: `at most ${max} ms` } as const;
  if (p99Millis === undefined) return notEvaluated(gate, "There is no test case to measure with.");
  return { ...gate, ...held(p99Millis <= max), value: `${p99Millis.toFixed(2)} ms`, reason: "" };
}

const held = (isHeld: boolean) => ({ status: isHeld ? "passed" : "failed" }) as const;

function notEvaluated(gate: Pick<GateResult, "gate" | "over" | "limit">, reason: string): GateResult {
  return { ...gate, status: "notEvaluated", value: "not evaluated", reason };
}

function notApplicable(gate: Pick<GateResult, "gate" | "over" | "limit">, reason: string): GateResult {
  return { ...gate, status: "notApplicable", value: "does not apply", reason };
}

/** Two digits for small shares, so that 0.04% is not shown as 0%. */
function percent(share: number): string {
  return `${share > 0 && share < 0.1 ? share.toFixed(2) : share.toFixed(1)}%`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function number(count: number): string {
  return count.toLocaleString("en-GB");
}
