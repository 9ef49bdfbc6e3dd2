import { decodeGroup, encodeGroup } from "@airlock/contract";
import { afterEach, expect, test } from "vitest";
import { decided, ndjson, serveRoute } from "./execute-route.fixture.ts";
import type { RefusedCall } from "./refusal-log.ts";
import { versionInPath } from "./routes.ts";

test("the version is found wherever the path puts it, and nowhere else", () => {
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
