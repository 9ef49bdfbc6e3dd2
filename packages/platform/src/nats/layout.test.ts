import { DiscardPolicy, type StreamConfig } from "@nats-io/jetstream";
import { expect, test } from "vitest";
import { compareStream, dataPlaneStreams } from "./layout.ts";
import { judgeShape } from "./shape.ts";

const storeBytes = 1_000_000;
const streams = dataPlaneStreams({ replicas: 3, storeBytes });
const executions = streams.find(({ name }) => name === "executions");
if (executions === undefined) throw new Error("There is no stream executions.");
/** As a server reports it: without unset options, and with its own defaults. */
const found = { max_age: 0, ...executions } as StreamConfig;

test("every stream on disk reserves space, in total less than the store", () => {
  const onDisk = streams.filter(({ storage }) => storage === "file");
  expect(onDisk.map(({ max_bytes }) => max_bytes > 0)).not.toContain(false);
  expect(onDisk.reduce((sum, { max_bytes }) => sum + max_bytes, 0)).toBeLessThan(storeBytes);
});

test("only the stream of refused requests drops messages to make space", () => {
  expect(streams.filter(({ discard }) => discard !== DiscardPolicy.New).map(({ name }) => name)).toEqual(["refused-requests"]);
});

test("a stream as expected, or with more replicas and space, is accepted", () => {
  expect(compareStream(executions, found)).toEqual([]);
  expect(compareStream(executions, { ...found, num_replicas: 5, max_bytes: found.max_bytes * 2 })).toEqual([]);
});

test("missing and less durable streams are reported", () => {
  expect(compareStream(executions, undefined)).toEqual([{ stream: "executions", kind: "missing", detail: "executions is missing" }]);
  const weaker = { ...found, num_replicas: 1, discard: DiscardPolicy.Old, max_bytes: -1, max_age: 1 };
  expect(compareStream(executions, weaker).map(({ detail }) => detail)).toEqual([
    "executions: 1 of 3 replicas",
    "executions: discard is old, not new",
    "executions: max_age is 1, not 0",
    "executions: no space is reserved (max_bytes)",
  ]);
});

test("a process is not ready with weaker streams or lazy writes; a missing stream matters where JetStream is required", () => {
  const missing = compareStream(executions, undefined);
  const weaker = compareStream(executions, { ...found, num_replicas: 1 });
  expect(judgeShape({ problems: weaker, missing: "tolerated", sync: "always" }).ok).toBe(false);
  expect(judgeShape({ problems: missing, missing: "tolerated", sync: "always" }).ok).toBe(true);
  expect(judgeShape({ problems: missing, missing: "counts", sync: "always" }).ok).toBe(false);
  expect(judgeShape({ problems: [], missing: "counts", sync: "not always" }).ok).toBe(false);
  expect(judgeShape({ problems: [], missing: "counts", sync: "unknown" })).toEqual({
    ok: true,
    detail: "sync_interval is unknown: set AIRLOCK_NATS_MONITORING_URL",
  });
});
