/**
 * The execution log: how a runtime writes executions into the stream and how a worker reads them back.
 *
 * A message is a group of executions that waited together, one line each. The first line is the header `airlock-executions/1`,
 * so that an old worker meets a later format with an error instead of a wrong row. The log's format decides the throughput of a
 * runtime, so a line is built by joining strings; only what may hold a quote goes through JSON.stringify.
 */

export const executionStream = "executions";
export const deadExecutionStream = "executions-dead";
/** Subjects of the dead: `dead.executions.<partition>`. Apart from `executions.*`, because two streams may not share a subject. */
export const deadExecutionSubject = "dead.executions";
export const executionPartitions = 16;
/** For this long JetStream itself drops a second message with the same id; past it, the execution id is the key. */
export const duplicateWindowMillis = 120_000;

export type ExecutionStatus = "completed" | "failed";

export interface LoggedExecution {
  readonly executionId: string;
  readonly versionId: string;
  readonly solutionId: string;
  readonly organisationId: string;
  readonly keyId: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly durationMicros: number;
  readonly status: ExecutionStatus;
  /** The engine's positional record, as JSON text. */
  readonly record: string;
}

const header = "airlock-executions/1";

/** One line, without its line break. Ids are ULIDs or of the same alphabet, so they need no escaping; `isPlain` guards the entry. */
export function encodeExecution(execution: LoggedExecution): string {
  return (
    `["${execution.executionId}","${execution.versionId}","${execution.solutionId}","${execution.organisationId}","${execution.keyId}",` +
    `${execution.started},${execution.durationMicros},"${execution.status}",${execution.record}]`
  );
}

/** The id that an encoded line begins with. */
export function executionIdOf(line: string): string {
  return line.slice(2, line.indexOf('"', 2));
}

export function encodeGroup(lines: readonly string[]): string {
  return `${header}\n${lines.join("\n")}`;
}

/** First execution id and count: two groups that hold the same executions have the same id, whoever sends them again. */
export function groupMessageId(firstExecutionId: string, count: number): string {
  return `${firstExecutionId}-${count}`;
}

const plain = /^[0-9A-Za-z_-]{1,64}$/;

/** Whether an id may stand in a line as it is. Checked once when a deployment or a key arrives, not for every execution. */
export function isPlainId(id: string): boolean {
  return plain.test(id);
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

export interface LogProblem {
  readonly code: "unknownFormat" | "notJson" | "wrongShape";
  /** The line as it came, so that nothing is thrown away. */
  readonly line: string;
  readonly message: string;
}

export interface DecodedGroup {
  readonly executions: readonly LoggedExecution[];
  readonly problems: readonly LogProblem[];
}

/** Total: whatever the bytes are, the good lines come out as executions and the others as problems. */
export function decodeGroup(text: string): DecodedGroup {
  const lines = text.split("\n");
  if (lines[0] !== header) {
    return { executions: [], problems: [{ code: "unknownFormat", line: text, message: `A group starts with the line ${header}.` }] };
  }
  const executions: LoggedExecution[] = [];
  const problems: LogProblem[] = [];
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const decoded = decodeLine(line);
    if ("code" in decoded) problems.push(decoded);
    else executions.push(decoded);
  }
  return { executions, problems };
}

function decodeLine(line: string): LoggedExecution | LogProblem {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { code: "notJson", line, message: "The line is not JSON." };
  }
  if (!Array.isArray(value) || value.length !== 9) return wrong(line, "The line is not an array of nine.");
  const [executionId, versionId, solutionId, organisationId, keyId, started, durationMicros, status] = value as unknown[];
  if (!isId(executionId) || !isId(versionId) || !isId(solutionId) || !isId(organisationId) || !isId(keyId)) {
    return wrong(line, "One of the five ids is not an id.");
  }
  if (!isCount(started) || !isCount(durationMicros)) return wrong(line, "The start or the duration is not a whole number.");
  if (status !== "completed" && status !== "failed") return wrong(line, "The status is neither completed nor failed.");
  return {
    executionId,
    versionId,
    solutionId,
    organisationId,
    keyId,
    started,
    durationMicros,
    status,
    record: recordText(line),
  };
}

/** The ninth element as it was written: the eight before it are known by now to hold no comma of their own. */
function recordText(line: string): string {
  let comma = -1;
  for (let count = 0; count < 8; count += 1) comma = line.indexOf(",", comma + 1);
  return line.slice(comma + 1, line.lastIndexOf("]")).trim();
}

function wrong(line: string, message: string): LogProblem {
  return { code: "wrongShape", line, message };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && plain.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0; // Just found to be a number.
}
