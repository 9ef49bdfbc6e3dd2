import { decodeGroup, encodeGroup, type LoggedRefusal } from "@airlock/contract";
import { afterEach, expect, test } from "vitest";
import { decided, ndjson, serveRoute } from "./execute-route.fixture.ts";
import type { RefusedCall } from "./refusal-log.ts";
import { versionInPath } from "./routes.ts";

test("the version is found in every documented path, and in no other", () => {
  expect(versionInPath("/dme/manage/v1/versions/01ARZ3NDEKTSV4RRFFQ69G5FAV/execute")).toBe("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  expect(versionInPath("/dme/manage/v1/solutions/s/versions/v-1/execute?x=1")).toBe("v-1");
  for (const other of [
    "/",
    "/dme/manage/v1/versions//execute",
    "/dme/manage/v1/versions/execute",
    "/dme/manage/v1/versions/a/execute/",
    "/dme/manage/v1/versions/a%2F..%2Fb/execute",
    "/dme/manage/v1/versions/a/../b/execute",
    "/dme/manage/v1/solutions/a/execute",
    "/dme/manage/v2/versions/a/execute",
    "/dme/manage/v1/versions/a/execute2",
    "/x/dme/manage/v1/versions/a/execute",
  ]) {
    expect(versionInPath(other), other).toBeUndefined();
  }
});

let served: Awaited<ReturnType<typeof serveRoute>> | undefined;

afterEach(() => served?.close());

const isUlid = /^[0-9A-Z]{26}$/;

test("a sent correlation id is logged with the execution and returned; without one the execution id is returned", async () => {
  served = await serveRoute((input, _signal, _caller, correlationId) => decided(input, {}, correlationId));
  const sent = await served.call("{}", { "x-correlation-id": "order-17:a" });
  const unsent = await served.call("{}");
  const unfit = await served.call("{}", { "x-correlation-id": 'a"b' });
  const { executions, problems } = decodeGroup(encodeGroup(served.logged));
  expect(problems).toEqual([]);
  expect(executions.map(({ correlationId }) => correlationId)).toEqual(["order-17:a", "", ""]);
  const returned = [sent, unsent, unfit].map(({ headers }) => headers["x-correlation-id"]);
  expect(returned).toEqual(["order-17:a", executions[1]?.executionId, executions[2]?.executionId]);
});

test("a batch without a correlation id gets one, which is logged with each of its executions", async () => {
  served = await serveRoute((input, _signal, _caller, correlationId) => decided(input, {}, correlationId));
  const { headers } = await served.call("{}\n{}", ndjson);
  const { executions } = decodeGroup(encodeGroup(served.logged));
  expect(headers["x-correlation-id"]).toMatch(isUlid);
  expect(executions.map(({ correlationId }) => correlationId)).toEqual([headers["x-correlation-id"], headers["x-correlation-id"]]);
});

test("a refused call is logged with its version, the key that made it and its correlation id", async () => {
  const refused: RefusedCall[] = [];
  const refusalLog = { write: (call: RefusedCall) => void refused.push(call) };
  served = await serveRoute(() => ({ problem: { code: "VERSION_NOT_SERVING" } }), { refusalLog });
  await served.call("{}", { "x-correlation-id": "order-17:a" });
  await served.call("{}", { "content-type": "text/plain" });
  expect(refused).toMatchObject([
    { problem: { code: "VERSION_NOT_SERVING" }, versionId: "version", keyId: "one-key", ids: { correlationId: "order-17:a" } },
    { problem: { code: "MEDIA_TYPE_UNSUPPORTED" }, keyId: "one-key" },
  ]);
});

const owner = { keyId: "expired", callerId: "caller", organisationId: "o", mayExecute: true, expires: 0 };

test("a refused call with a verified key is recorded with its problem, bounded and without its body", async () => {
  const recorded: LoggedRefusal[] = [];
  const problems = Array.from({ length: 50 }, (_, index) => ({
    field: `${"f".repeat(300)}${index}`,
    code: "unknown",
    message: "m".repeat(300),
  }));
  served = await serveRoute(() => ({ problem: { code: "INPUT_INVALID", problems } }), {
    refusedRequests: { add: (refusal) => void recorded.push(refusal) },
  });
  const { headers, status } = await served.call('{"name":"Ada"}', {
    "x-forwarded-for": "203.0.113.9, 145.53.12.8",
    "user-agent": "u".repeat(500),
  });
  expect(recorded).toMatchObject([
    {
      organisationId: "one",
      keyId: "one-key",
      callerId: "caller",
      versionId: "version",
      correlationId: headers["x-correlation-id"],
      method: "POST",
      address: "/dme/manage/v1/versions/version/execute",
      status,
      code: "INPUT_INVALID",
      remoteAddress: "145.53.12.8",
      userAgent: "u".repeat(200),
      notStored: 0,
    },
  ]);
  expect(recorded[0]?.fields).toHaveLength(20);
  expect(recorded[0]?.fields[0]).toEqual({ field: "f".repeat(100), message: "m".repeat(200) });
  expect(JSON.stringify(recorded)).not.toContain("Ada");
});

test("a call with an expired key is recorded for its owner, one with an unknown key is not", async () => {
  const recorded: LoggedRefusal[] = [];
  served = await serveRoute((input) => decided(input), {
    keys: { authenticate: () => undefined, ownerOf: (authorization) => (authorization === "expired" ? owner : undefined) },
    refusedRequests: { add: (refusal) => void recorded.push(refusal) },
  });
  await served.call("{}", { authorization: "expired" });
  await served.call("{}", { authorization: "unknown" });
  expect(recorded).toMatchObject([{ keyId: "expired", organisationId: "o", status: 401, code: "KEY_INVALID" }]);
});
