/** Mock responses from JSON texts that a user may have edited; undefined if one cannot be parsed. */
import type { WebCallResponse } from "@airlock/engine";
import type { MockScore } from "@airlock/flow";

export function readWebCalls(texts: ReadonlyMap<string, string>): ReadonlyMap<string, WebCallResponse> | undefined {
  return readAll(texts, (json) => {
    const [status, body] = [own(json, "status"), own(json, "body")];
    return typeof status === "number" && Number.isInteger(status) && typeof body === "string" ? { status, body } : undefined;
  });
}

export function readPredictions(texts: ReadonlyMap<string, string>): ReadonlyMap<string, MockScore> | undefined {
  return readAll(texts, (json) => {
    const [score, codes] = [own(json, "score"), own(json, "reasonCodes")];
    const reasonCodes = codes === undefined ? [] : codes;
    const isRead = typeof score === "number" && Array.isArray(reasonCodes) && reasonCodes.every((code) => typeof code === "string");
    return isRead ? { score, reasonCodes } : undefined;
  });
}

function readAll<Answer>(
  texts: ReadonlyMap<string, string>,
  read: (json: unknown) => Answer | undefined,
): ReadonlyMap<string, Answer> | undefined {
  const answers = new Map<string, Answer>();
  for (const [nodeId, text] of texts) {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return undefined;
    }
    const answer = read(json);
    if (answer === undefined) return undefined;
    answers.set(nodeId, answer);
  }
  return answers;
}

function own(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
