import { isCount, isId, wrongShape, type LogProblem } from "./log-line.ts";

/**
 * The shadow decision for an input: a line of layout 3 of the execution log among those of executions, distinguished by its first element.
 * It uses the same stream and spool, so it is as durable as its execution.
 */
export interface LoggedShadow {
  readonly rolloutId: string;
  /** The execution whose response was sent. */
  readonly executionId: string;
  readonly liveVersionId: string;
  readonly shadowVersionId: string;
  readonly solutionId: string;
  readonly organisationId: string;
  /** When the execution began, in milliseconds since the epoch. */
  readonly started: number;
  /** False where the shadow needed what the execution did not record, or does not accept its input. Then its status and outcome are empty. */
  readonly isComparable: boolean;
  /** Inputs of the same rollout that this process did not evaluate since its last line. */
  readonly dropped: number;
  readonly liveStatus: ShadowStatus;
  readonly shadowStatus: ShadowStatus;
  readonly liveOutcome: string;
  readonly shadowOutcome: string;
  /** The shadow's execution record where the outcomes differ, as JSON text; otherwise empty. */
  readonly record: string;
}

export type ShadowStatus = "" | "completed" | "failed";

const kind = "shadow";
const length = 15;

/** One line, without its line break. Version, organisation and record are where a line of an execution has them, for `readDeadLine`. */
export function encodeShadow(shadow: LoggedShadow): string {
  return (
    `["${kind}","${shadow.shadowVersionId}","${shadow.solutionId}","${shadow.organisationId}","${shadow.executionId}","${shadow.rolloutId}",` +
    `"${shadow.liveVersionId}",${shadow.started},${shadow.isComparable ? 1 : 0},${shadow.dropped},"${shadow.liveStatus}","${shadow.shadowStatus}",` +
    `${JSON.stringify(shadow.liveOutcome)},${JSON.stringify(shadow.shadowOutcome)},${shadow.record === "" ? "[]" : shadow.record}]`
  );
}

export function isShadowLine(value: readonly unknown[]): boolean {
  return value[0] === kind;
}

/** `value` is the parsed line. */
export function readShadow(line: string, value: readonly unknown[]): LoggedShadow | LogProblem {
  if (value.length !== length) return wrongShape(line, "The line of a shadow is not an array of 15.");
  const [, shadowVersionId, solutionId, organisationId, executionId, rolloutId, liveVersionId, started] = value;
  const [comparable, dropped, liveStatus, shadowStatus, liveOutcome, shadowOutcome, record] = value.slice(8);
  if (
    !isId(shadowVersionId) ||
    !isId(solutionId) ||
    !isId(organisationId) ||
    !isId(executionId) ||
    !isId(rolloutId) ||
    !isId(liveVersionId)
  ) {
    return wrongShape(line, "One of the six ids is not an id.");
  }
  if (!isCount(started) || !isCount(dropped)) return wrongShape(line, "The start or the number of dropped inputs is not a whole number.");
  if (!isStatus(liveStatus) || !isStatus(shadowStatus)) return wrongShape(line, "A status is neither completed nor failed nor empty.");
  if (typeof liveOutcome !== "string" || typeof shadowOutcome !== "string") return wrongShape(line, "An outcome is not a text.");
  if (!Array.isArray(record)) return wrongShape(line, "The record is not an array.");
  return {
    rolloutId,
    executionId,
    liveVersionId,
    shadowVersionId,
    solutionId,
    organisationId,
    started,
    isComparable: comparable === 1,
    dropped,
    liveStatus,
    shadowStatus,
    liveOutcome,
    shadowOutcome,
    record: record.length === 0 ? "" : JSON.stringify(record),
  };
}

function isStatus(value: unknown): value is ShadowStatus {
  return value === "" || value === "completed" || value === "failed";
}
