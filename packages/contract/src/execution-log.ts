/**
 * The execution log: how a runtime writes executions into the stream and how a worker reads them back.
 *
 * A message is a group of executions that waited together, one line each. The first line is the header `airlock-executions/3`,
 * so that an old worker reports an error for a later format instead of storing a wrong row. Encoding limits the throughput of a runtime, so
 * a line is built by joining strings; only values that may contain a quote go through JSON.stringify.
 *
 * Lines of shadows (`shadow-log.ts`) are among those of executions.
 *
 * Layout 1 has no caller and no correlation id, layout 2 no rollout and no arm. Both are still read: in streams, spools and dead letters, and
 * one line at a time, because a response stored for an Idempotency-Key has lines that are sent later in a group of the current layout.
 */

import { limits } from "@airlock/flow";
import { isCount, isId, wrongShape, type LogProblem } from "./log-line.ts";
import { isShadowLine, readShadow, type LoggedShadow } from "./shadow-log.ts";

export const executionStream = "executions";
export const deadExecutionStream = "executions-dead";
/** Subjects of dead letters: `dead.executions.<partition>`. Separate from `executions.*`, because two streams may not share a subject. */
export const deadExecutionSubject = "dead.executions";
export const executionPartitions = 16;
/** JetStream's deduplication window for message ids; after it, duplicates are removed by execution id. */
export const duplicateWindowMillis = 120_000;

/**
 * Bytes of one encoded execution. Far below the `max_payload` that Airlock's NATS servers have (4 MB), so that an execution always fits
 * into one message, with its headers.
 */
export const maxExecutionBytes = limits.executionBytes;
/** JetStream refuses a message whose headers are larger. */
export const maxMessageHeaderBytes = 64 * 1024;

export type ExecutionStatus = "completed" | "failed";
/** Empty for an execution outside a rollout that divides calls. */
export type LoggedArm = "" | "champion" | "challenger";

export interface LoggedExecution {
  readonly executionId: string;
  readonly versionId: string;
  readonly solutionId: string;
  readonly organisationId: string;
  readonly keyId: string;
  /** The system account of the key; empty in layout 1. */
  readonly callerId: string;
  /** Of the call; empty in layout 1, and if the caller sent none, in which case the execution id is used. */
  readonly correlationId: string;
  /** The rollout that chose the version. Both are empty without one, and in layouts 1 and 2. */
  readonly rolloutId: string;
  readonly arm: LoggedArm;
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly durationMicros: number;
  readonly status: ExecutionStatus;
  /** The engine's positional record, as JSON text. */
  readonly record: string;
}

const header = "airlock-executions/3";
const readHeaders: ReadonlySet<string> = new Set(["airlock-executions/1", "airlock-executions/2", header]);

/**
 * One line, without its line break. Ids are ULIDs or of the same alphabet, so they need no escaping: `isPlainId` and `isCorrelationId` are
 * checked where they enter.
 */
export function encodeExecution(execution: LoggedExecution): string {
  return (
    `["${execution.executionId}","${execution.versionId}","${execution.solutionId}","${execution.organisationId}","${execution.keyId}",` +
    `${execution.started},${execution.durationMicros},"${execution.status}","${execution.callerId}","${execution.correlationId}",` +
    `"${execution.rolloutId}","${execution.arm}",${execution.record}]`
  );
}

/** The id that an encoded line begins with. */
export function executionIdOf(line: string): string {
  return line.slice(2, line.indexOf('"', 2));
}

const groupOverhead = header.length + 1;

/** Bytes of lines, with a line break each, that fit into a message of a server that accepts `maxMessageBytes`. */
export function maxGroupBytes(maxMessageBytes: number | undefined): number {
  const room = maxMessageBytes === undefined ? Number.POSITIVE_INFINITY : maxMessageBytes - maxMessageHeaderBytes - groupOverhead;
  return Math.min(maxExecutionBytes + 1, room);
}

export function encodeGroup(lines: readonly string[]): string {
  return `${header}\n${lines.join("\n")}`;
}

/** First execution id and count: two groups with the same executions have the same id, whichever process sends them again. */
export function groupMessageId(firstExecutionId: string, count: number): string {
  return `${firstExecutionId}-${count}`;
}

const correlation = /^[\w.:-]{1,128}$/;

/** Whether an id that a caller sent may be stored, logged and returned in a header. */
export function isCorrelationId(id: string): boolean {
  return correlation.test(id);
}

/** FNV-1a over the id's characters: cheap, and spread evenly enough for sixteen partitions. */
export function executionPartition(versionId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < versionId.length; index += 1) {
    hash = Math.imul(hash ^ versionId.charCodeAt(index), 0x01000193);
  }
  // The high bits are the better mixed ones.
  return (hash >>> 16) & (executionPartitions - 1);
}

export function executionSubject(versionId: string): string {
  return `${executionStream}.${executionPartition(versionId)}`;
}

export interface DecodedGroup {
  readonly executions: readonly LoggedExecution[];
  readonly shadows: readonly LoggedShadow[];
  readonly problems: readonly LogProblem[];
}

/** Total function: whatever the bytes are, valid lines are returned as executions and shadows, and the others as problems. */
export function decodeGroup(text: string): DecodedGroup {
  const lines = text.split("\n");
  if (!readHeaders.has(lines[0] ?? "")) {
    return {
      executions: [],
      shadows: [],
      problems: [{ code: "unknownFormat", line: text, message: `A group starts with the line ${[...readHeaders].join(" or ")}.` }],
    };
  }
  const executions: LoggedExecution[] = [];
  const shadows: LoggedShadow[] = [];
  const problems: LogProblem[] = [];
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const decoded = decodeLine(line);
    if ("code" in decoded) problems.push(decoded);
    else if ("shadowVersionId" in decoded) shadows.push(decoded);
    else executions.push(decoded);
  }
  return { executions, shadows, problems };
}

/** A dead letter is a group that could not be stored, or one line or text that could not be read. */
export function linesOfDeadLetter(text: string): { readonly isGroup: boolean; readonly lines: readonly string[] } {
  const lines = text.split("\n");
  return readHeaders.has(lines[0] ?? "") ? { isGroup: true, lines: lines.slice(1) } : { isGroup: false, lines: [text] };
}

/** Elements of a line, by layout. The record is the last. */
const lengths: ReadonlySet<number> = new Set([9, 11, 13]);
const maxLength = Math.max(...lengths);

/** The owner of an execution in a line that was refused. */
export interface DeadLine {
  readonly organisationId: string;
  readonly versionId: string;
  readonly record: readonly unknown[];
}

/** Less strict than `decodeGroup`: a line that was refused for its times or its status still has a readable owner. */
export function readDeadLine(line: string): DeadLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value)) return undefined;
  const [, versionId, , organisationId] = value as unknown[];
  const record: unknown = value[(lengths.has(value.length) || isShadowLine(value) ? value.length : maxLength) - 1];
  return isId(versionId) && isId(organisationId) && Array.isArray(record) ? { organisationId, versionId, record } : undefined;
}

function decodeLine(line: string): LoggedExecution | LoggedShadow | LogProblem {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { code: "notJson", line, message: "The line is not JSON." };
  }
  if (Array.isArray(value) && isShadowLine(value)) return readShadow(line, value);
  if (!Array.isArray(value) || !lengths.has(value.length)) return wrongShape(line, "The line is not an array of 9, 11 or 13.");
  const [executionId, versionId, solutionId, organisationId, keyId, started, durationMicros, status] = value as unknown[];
  const [callerId = "", correlationId = "", rolloutId = "", arm = ""] = value.slice(8, -1) as unknown[];
  if (!isId(executionId) || !isId(versionId) || !isId(solutionId) || !isId(organisationId) || !isId(keyId)) {
    return wrongShape(line, "One of the five ids is not an id.");
  }
  if (!isCount(started) || !isCount(durationMicros)) return wrongShape(line, "The start or the duration is not a whole number.");
  if (status !== "completed" && status !== "failed") return wrongShape(line, "The status is neither completed nor failed.");
  if (callerId !== "" && !isId(callerId)) return wrongShape(line, "The caller is not an id.");
  if (typeof correlationId !== "string" || (correlationId !== "" && !isCorrelationId(correlationId))) {
    return wrongShape(line, "The correlation id is not one.");
  }
  if (rolloutId !== "" && !isId(rolloutId)) return wrongShape(line, "The rollout is not an id.");
  if (arm !== "" && arm !== "champion" && arm !== "challenger") return wrongShape(line, "The arm is neither champion nor challenger.");
  return {
    executionId,
    versionId,
    solutionId,
    organisationId,
    keyId,
    callerId,
    correlationId,
    rolloutId,
    arm,
    started,
    durationMicros,
    status,
    record: recordText(line, value.length - 1),
  };
}

/** The text of the last element: the elements before it are known to contain no comma. */
function recordText(line: string, elementsBefore: number): string {
  let comma = -1;
  for (let count = 0; count < elementsBefore; count += 1) comma = line.indexOf(",", comma + 1);
  return line.slice(comma + 1, line.lastIndexOf("]")).trim();
}
