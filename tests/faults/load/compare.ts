import type { Seen } from "./journal.ts";

/** An execution as stored in ClickHouse. */
export interface Row {
  readonly id: string;
  readonly reference: string;
  /** Rows with this id that remain after deduplication: more than one is a duplicate. */
  readonly copies: number;
}

export interface Comparison {
  /** Acknowledged, and not in the log. */
  readonly lost: readonly string[];
  /** In the log more than once, or acknowledged to two callers, or two executions for one attempt. */
  readonly doubled: readonly string[];
  /** In the log, although it was not requested or the response said that it was not made. */
  readonly unexplained: readonly string[];
}

/** Refusals after which an execution may be in the log. Not EXECUTION_NOT_LOGGED: the edge retries such a call. */
const madeAllTheSame = new Set(["EXECUTION_UNCONFIRMED", "INTERNAL"]);

export function compare(requested: ReadonlySet<string>, seen: readonly Seen[], rows: readonly Row[]): Comparison {
  const inLog = new Map(rows.map((row) => [row.id, row]));
  const outcomes = new Map(seen.map((one) => [one.reference, one]));
  const lost: string[] = [];
  const doubled = new Set<string>();
  const unexplained: string[] = [];

  const acknowledged = new Set<string>();
  for (const one of seen) {
    if (one.kind !== "acknowledged") continue;
    if (acknowledged.has(one.executionId)) doubled.add(one.executionId);
    acknowledged.add(one.executionId);
    // An id with another input is as lost as one that is missing.
    if (inLog.get(one.executionId)?.reference !== one.reference) lost.push(one.executionId);
  }

  const idOfReference = new Map<string, string>();
  for (const { id, reference, copies } of rows) {
    if (copies > 1 || idOfReference.has(reference)) doubled.add(id);
    idOfReference.set(reference, id);
    const outcome = outcomes.get(reference);
    const isReported = outcome?.kind === "refused" && !madeAllTheSame.has(outcome.code);
    if (!requested.has(reference) || isReported) unexplained.push(id);
  }
  return { lost, doubled: [...doubled], unexplained };
}
