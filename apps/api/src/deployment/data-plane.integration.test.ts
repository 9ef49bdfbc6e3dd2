import { createEntrySigner, createLog } from "@airlock/platform";
import { readMasterKeys } from "@airlock/platform/secrets";
import { expect, test } from "vitest";
import { natsAccess, setting } from "../testing/test-api.ts";
import { openDataPlane } from "./data-plane.ts";

const log = createLog({ name: "test", level: "silent" });
const signer = createEntrySigner(readMasterKeys(setting("AIRLOCK_SECRET_KEYS")));

test("an order that comes while the buckets are being opened waits for them", async () => {
  const plane = openDataPlane({ nats: natsAccess(), replicas: 1, signer, log });
  expect(plane.nats(), "nothing is open yet").toBeUndefined();
  expect(await plane.deployments.get("nothing")).toBeUndefined();
  expect(plane.nats()).toBeDefined();
  await plane.close();
});

test("an order fails at once while no server can be reached", async () => {
  const plane = openDataPlane({ nats: { url: "nats://127.0.0.1:1" }, replicas: 1, signer, log });
  await expect(plane.deployments.get("nothing")).rejects.toThrow("JetStream was not reached yet.");
  await plane.close();
});
