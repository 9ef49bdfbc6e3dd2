import { ensureDataPlane } from "@airlock/platform";
import { DiscardPolicy } from "@nats-io/jetstream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { runtimeAtWork } from "./runtime-at-work.ts";

let work: Awaited<ReturnType<typeof runtimeAtWork>>;

beforeAll(async () => {
  work = await runtimeAtWork();
});

afterAll(() => work.end());

interface Ready {
  readonly ready: boolean;
  readonly parts: { readonly streams: { readonly ok: boolean; readonly detail: string } };
}

async function untilStreams(ok: boolean): Promise<{ readonly status: number; readonly detail: string }> {
  return eventually(`streams to be ${ok ? "as expected" : "reported"}`, async () => {
    const response = await fetch(`${work.base}/ready`);
    const { parts } = (await response.json()) as Ready;
    return parts.streams.ok === ok && parts.streams.detail !== "not compared yet"
      ? { status: response.status, detail: parts.streams.detail }
      : undefined;
  });
}

test("a runtime is not ready while a stream is less durable than expected, but serves, and changes nothing", async () => {
  const { versionId } = await work.deployed({ organisationId: work.organisationId });
  expect(await untilStreams(true)).toEqual({ status: 200, detail: "sync_interval is always" });
  const manager = await work.dataPlane.nats.jetstream.jetstreamManager();
  await manager.streams.update("executions", { discard: DiscardPolicy.Old });
  const { status, detail } = await untilStreams(false);
  expect([status, detail]).toEqual([503, "executions: discard is old, not new; sync_interval is always"]);
  expect((await work.execute(versionId)).status).toBe(200);
  expect((await manager.streams.info("executions")).config.discard).toBe(DiscardPolicy.Old);
  await ensureDataPlane(work.dataPlane.nats, { replicas: 1 });
  expect((await untilStreams(true)).status).toBe(200);
});

test("a runtime that expects more replicas than there are is not ready", async () => {
  await work.stop();
  await work.start({ AIRLOCK_NATS_REPLICAS: "3" });
  const { status, detail } = await untilStreams(false);
  expect(status).toBe(503);
  expect(detail).toContain("executions: 1 of 3 replicas");
});
