import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { closeServer, startHealthServer, type HealthOptions } from "./http-health.ts";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function start(options: HealthOptions): Promise<string> {
  const server = await startHealthServer({ ...options, host: "127.0.0.1", port: 0 });
  open.push(() => closeServer(server));
  // A listening TCP server has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("live reports only that the process runs; ready reports the state of each part", async () => {
  let database = true;
  const base = await start({
    parts: {
      database: { needed: true, check: () => ({ ok: database }) },
      nats: { needed: false, check: () => Promise.reject(new Error("not connected")) },
    },
  });
  const ready = await fetch(`${base}/ready`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({
    ready: true,
    parts: { database: { ok: true, needed: true }, nats: { ok: false, needed: false, detail: "not connected" } },
  });
  database = false;
  expect((await fetch(`${base}/ready`)).status).toBe(503);
  expect((await fetch(`${base}/live`)).status).toBe(200);
  expect((await fetch(`${base}/else`)).status).toBe(404);
  expect((await fetch(`${base}/metrics`)).status).toBe(404);
});

test("metrics require their token if there is one; liveness and readiness do not", async () => {
  const base = await start({ parts: {}, metrics: () => "airlock_x 1", metricsToken: "a token" });
  const status = async (path: string, headers = {}) => (await fetch(`${base}${path}`, { headers })).status;
  expect(await status("/metrics")).toBe(401);
  expect(await status("/metrics", { authorization: "Bearer another" })).toBe(401);
  expect(await status("/metrics", { authorization: "Bearer a token" })).toBe(200);
  expect([await status("/live"), await status("/ready")]).toEqual([200, 200]);
  const open = await start({ parts: {}, metrics: () => "airlock_x 1", metricsToken: "" });
  expect((await fetch(`${open}/metrics`)).status).toBe(200);
});
