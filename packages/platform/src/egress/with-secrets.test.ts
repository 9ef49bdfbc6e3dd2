import { markSecrets } from "@airlock/contract";
import { describe, expect, test } from "vitest";
import type { EgressCall } from "./egress-client.ts";
import { withSecrets, type OpenSecret } from "./with-secrets.ts";

const known = new Map<string, OpenSecret>([
  ["ApiKey", { hosts: ["api.example.com"], value: 'k"1&/ x' }],
  ["Other", { hosts: ["other.example.com"], value: "other-value" }],
]);
const callWith = (part: Partial<EgressCall>): EgressCall => {
  const call = { method: "POST", url: "https://api.example.com/score", headers: [], body: "", timeoutMillis: 1_000, owner: "o", ...part };
  return {
    ...call,
    url: markSecrets(call.url),
    body: markSecrets(call.body),
    headers: call.headers.map(({ key, value }) => ({ key, value: markSecrets(value) })),
  };
};
const fill = (part: Partial<EgressCall>) => withSecrets(callWith(part), (name) => known.get(name));

describe("secrets in a web call", () => {
  test("are inserted unchanged into headers, as JSON into the body, encoded into the query", () => {
    const { call } = fill({
      url: "https://api.example.com/score?key=${secret.ApiKey}",
      headers: [{ key: "X-Key", value: "Token ${secret.ApiKey}" }],
      body: '{"key":"${secret.ApiKey}"}',
    });
    expect(call.url).toBe("https://api.example.com/score?key=k%221%26%2F%20x");
    expect(call.headers).toEqual([{ key: "X-Key", value: 'Token k"1&/ x' }]);
    expect(JSON.parse(call.body)).toEqual({ key: 'k"1&/ x' });
    expect(call.secretHeaders).toEqual(["x-key"]);
  });

  test("two adjacent ones are two", () => {
    expect(fill({ body: "${secret.ApiKey}${secret.ApiKey}" }).call.body).toBe('k\\"1&/ xk\\"1&/ x');
  });

  test.each([
    ["another host", { url: "https://evil.example.com/", body: "${secret.ApiKey}" }, "was not entered for evil.example.com"],
    ["a part of a host", { url: "https://api.example.com.evil.com/", body: "${secret.ApiKey}" }, "was not entered for"],
    ["a host of one of two", { body: "${secret.ApiKey} ${secret.Other}" }, "Other was not entered for api.example.com"],
    ["an unknown name", { body: "${secret.Nothing}" }, "There is no secret Nothing"],
    ["the path", { url: "https://api.example.com/${secret.ApiKey}" }, "in the query"],
    ["the host", { url: "https://${secret.ApiKey}/?a=1" }, "in the query"],
  ])("refuses %s", (_, part, message) => {
    expect(() => fill(part)).toThrow(message);
  });

  test("a caller's value that reads like a secret stays a text, however it is written", () => {
    const forged = ["${secret.ApiKey}", "\u{1F400}secret.ApiKey\u{10000}", "\u{10000}secret.ApiKey\u{10000}"];
    for (const body of forged) {
      // As the engine passes it: a value is not marked.
      const call = { ...callWith({}), body };
      expect(withSecrets(call, (name) => known.get(name)).call).toBe(call);
    }
  });

  test("a response that repeats them is redacted", () => {
    const { clean } = fill({ body: "${secret.ApiKey}" });
    const cleaned = clean({ status: 200, body: JSON.stringify({ echo: 'k"1&/ x', url: encodeURIComponent('k"1&/ x') }) });
    expect(cleaned.body).toBe('{"echo":"[hidden]","url":"[hidden]"}');
  });
});
