/**
 * How a runtime sends refused requests to a worker: a message has a header line and one JSON object a line. Unlike executions they are best
 * effort, so there is no dead letter and no layout that saves bytes.
 */
import { z } from "zod";
import { isCorrelationId } from "./execution-log.ts";
import { isPlainId, type LogProblem } from "./log-line.ts";

export const refusedRequestStream = "refused-requests";
/** The stream's only subject. */
export const refusedRequestSubject = "refused-requests";
/** After this the stream drops a message that no worker has stored. */
export const refusedRequestWaitMillis = 24 * 60 * 60 * 1_000;

/** A caller chooses what it sends, so everything that is stored of it has a limit. */
export const refusedRequestLimits = { fields: 20, fieldName: 100, message: 200, userAgent: 200, address: 300, description: 300 } as const;

const id = z.string().refine(isPlainId);

/** The stored fields of a refused request. No body, no secret header values and no query: see docs/decisions. */
export const loggedRefusal = z.object({
  id,
  /** Milliseconds since the epoch. */
  at: z.int().min(0),
  organisationId: id,
  keyId: id,
  /** The system account or the user. */
  callerId: id,
  /** As in the address, even if there is no such version. Empty if the address has none. */
  versionId: z.union([id, z.literal("")]),
  correlationId: z.string().refine(isCorrelationId),
  method: z.string().max(20),
  /** The path, without its query. */
  address: z.string().max(refusedRequestLimits.address),
  status: z.int().min(400).max(599),
  code: z.string().regex(/^[A-Z_]{1,64}$/),
  /** As the caller got it. */
  description: z.string().max(refusedRequestLimits.description),
  fields: z
    .array(z.object({ field: z.string().max(refusedRequestLimits.fieldName), message: z.string().max(refusedRequestLimits.message) }))
    .max(refusedRequestLimits.fields),
  durationMicros: z.int().min(0),
  remoteAddress: z.string().max(64),
  userAgent: z.string().max(refusedRequestLimits.userAgent),
  /** Refused requests of the same key before this one that were not stored, because they were more than the limit. */
  notStored: z.int().min(0),
});
export type LoggedRefusal = z.infer<typeof loggedRefusal>;

const header = "airlock-refused-requests/1";

export function encodeRefusals(refusals: readonly LoggedRefusal[]): string {
  return `${header}\n${refusals.map((refusal) => JSON.stringify(refusal)).join("\n")}`;
}

/** Total: lines that cannot be read are problems, the others refusals. */
export function decodeRefusals(text: string): { readonly refusals: readonly LoggedRefusal[]; readonly problems: readonly LogProblem[] } {
  const [first, ...lines] = text.split("\n");
  if (first !== header)
    return { refusals: [], problems: [{ code: "unknownFormat", line: text, message: `It does not start with ${header}.` }] };
  const refusals: LoggedRefusal[] = [];
  const problems: LogProblem[] = [];
  for (const line of lines) {
    const read = readLine(line);
    if ("problem" in read) problems.push(read.problem);
    else refusals.push(read.refusal);
  }
  return { refusals, problems };
}

function readLine(line: string): { readonly refusal: LoggedRefusal } | { readonly problem: LogProblem } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: { code: "notJson", line, message: "The line is not JSON." } };
  }
  const read = loggedRefusal.safeParse(value);
  if (read.success) return { refusal: read.data };
  const at = read.error.issues[0]?.path.join(".") ?? "";
  return { problem: { code: "wrongShape", line, message: `The line is not a refused request: ${at}.` } };
}
