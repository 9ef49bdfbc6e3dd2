import { EgressRefusal } from "./egress-refusal.ts";

export interface Header {
  readonly key: string;
  readonly value: string;
}

/** Headers of the connection itself: a flow that could set them could impersonate another client or smuggle requests. */
const ofTheConnection = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "forwarded",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
]);
const ofTheConnectionBegin = ["proxy-", "sec-", "x-forwarded-"];

/** Headers that are sent to another host after a redirect; all others may be meant for the first host only. */
const ofTheContent = new Set(["accept", "accept-language", "content-type"]);

const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

export function callHeaders(headers: readonly Header[], body: string): Record<string, string> {
  // User-defined keys, so the object must have no prototype.
  const sent: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const { key, value } of headers) {
    const name = key.toLowerCase();
    if (!token.test(key)) throw new EgressRefusal("WEB_CALL_HEADER", `'${key}' is not the name of a header.`);
    if (ofTheConnection.has(name) || ofTheConnectionBegin.some((begin) => name.startsWith(begin))) {
      throw new EgressRefusal("WEB_CALL_HEADER", `The header ${key} is set by Airlock and cannot be set by a flow.`);
    }
    sent[name] = value;
  }
  if (body !== "" && sent["content-type"] === undefined) sent["content-type"] = "application/json";
  sent["accept"] ??= "application/json";
  sent["user-agent"] ??= "Airlock";
  // A compressed response could exceed every limit while it is read.
  sent["accept-encoding"] = "identity";
  return sent;
}

export function headersForAnotherHost(headers: Readonly<Record<string, string>>, secret: readonly string[]): Record<string, string> {
  const isKept = (name: string): boolean => ofTheContent.has(name) || name === "accept-encoding" || name === "user-agent";
  const kept = Object.entries(headers).filter(([name]) => isKept(name) && !secret.includes(name));
  return Object.assign(Object.create(null) as Record<string, string>, Object.fromEntries(kept));
}
