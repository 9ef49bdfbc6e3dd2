import { createLog } from "@airlock/platform";
import { expect, test } from "vitest";
import { setting } from "../testing/test-api.ts";
import { openDataPlane } from "./data-plane.ts";

const log = createLog({ name: "test", level: "silent" });

test("an order that comes while the buckets are being opened waits for them", async () => {
  const plane = openDataPlane({ url: setting("AIRLOCK_NATS_URL"), replicas: 1, log });
  expect(plane.nats(), "nothing is open yet").toBeUndefined();
  expect(await plane.deployments.get("nothing")).toBeUndefined();
  expect(plane.nats()).toBeDefined();
  await plane.close();
});

test("an order fails at once while no server can be reached", async () => {
  const plane = openDataPlane({ url: "nats://127.0.0.1:1", replicas: 1, log });
  await expect(plane.deployments.get("nothing")).rejects.toThrow("JetStream was not reached yet.");
  await plane.close();
});
