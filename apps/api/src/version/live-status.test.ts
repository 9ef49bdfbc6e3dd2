import type { ServedVersion } from "@airlock/contract";
import { expect, test } from "vitest";
import { liveStatus } from "./live-status.ts";
import type { VersionRow } from "./store.ts";

const row = (desired: VersionRow["desired"], deployment_status: VersionRow["deployment_status"]): VersionRow => ({
  id: "v",
  solution_id: "s",
  solution_name: "",
  solution_key: "credit",
  is_live: false,
  name: "1.0",
  description: "",
  hash: "",
  behaviour: 1,
  models: [],
  lists: [],
  desired,
  deployment_status,
  deployment_message: "as stored",
  created_at: new Date(0),
  created_by_name: "",
  revision: 1,
});
const runtimes = (...reported: readonly (ServedVersion["status"] | undefined)[]) => ({
  isSynced: () => true,
  live: () =>
    reported.map((status, index) => ({
      runtimeId: `r${index + 1}`,
      address: "",
      versions: status === undefined ? {} : { v: { revision: 1, status, ...(status === "error" ? { message: "too large" } : {}) } },
    })),
});

test.each([
  ["every runtime serves it", "serving", "error", ["serving", "serving"], "serving", ""],
  ["one has just started", "serving", "serving", ["serving", undefined], "serving", "Not served yet by r2."],
  ["one cannot", "serving", "serving", ["serving", "error"], "error", "r2: too large"],
  ["none has it", "serving", "serving", [undefined, "stopped"], "error", "Not served yet by r1, r2."],
  ["none is there", "serving", "serving", [], "error", "No runtime is running."],
  ["it is stopped everywhere", "stopped", "error", ["stopped", undefined], "stopped", ""],
  ["nobody is there to serve what was stopped", "stopped", "stopped", [], "stopped", ""],
  ["one goes on with what was stopped", "stopped", "stopped", ["stopped", "serving"], "error", "Still served by r2."],
] as const)("%s", (_name, desired, stored, reported, status, message) => {
  expect(liveStatus(row(desired, stored), runtimes(...reported))).toEqual({ deployment_status: status, deployment_message: message });
});

test("what was never deployed, or cannot be read, is as it is stored", () => {
  expect(liveStatus(row(null, "notDeployed"), runtimes("serving"))).toMatchObject({ deployment_status: "notDeployed" });
  const unsynced = { isSynced: () => false, live: () => [] };
  expect(liveStatus(row("serving", "serving"), unsynced)).toMatchObject({ deployment_status: "serving", deployment_message: "as stored" });
});
