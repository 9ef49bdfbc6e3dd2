import { leaseMillis } from "@airlock/contract";
import { compile, encodeRecord, evaluate, readInput } from "@airlock/engine";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kill, restart } from "../../services/stack.ts";
import { administrator, instance, openClickHouse, openStore } from "../support/behind.ts";
import type { Caller } from "../support/caller.ts";
import { serveDecision } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { sampleFlow } from "../support/sample-flow.ts";

const clickhouse = openClickHouse();
const postgres = openStore();
const patience = { seconds: 60, everyMillis: 200 };

let admin: Caller;
let organisationId: string;
let solutionId: string;
let versions: { readonly champion: string; readonly challenger: string };
let at: { readonly rolloutId: string };

beforeAll(async () => {
  admin = await administrator();
  organisationId = (await admin.do("profile.read"))._embedded.organisationWss;
  const served = await serveDecision(admin, `Ramped ${newId()}`);
  solutionId = served.solutionId;
  await admin.do("solution.releases.create", { at: { solutionId }, body: { versionWss: served.versionId } });
  const next = await admin.do("solution.versions.create", { at: { solutionId }, body: { versionName: "2.0" } });
  versions = { champion: served.versionId, challenger: next._embedded.webSafeString };
});
afterAll(async () => {
  await postgres.close();
  await clickhouse.close();
});

/** Executions of the rollout as the sink writes them. */
async function decided(arm: "champion" | "challenger", count: number, status: "completed" | "failed" = "completed"): Promise<void> {
  const compiled = compile(sampleFlow());
  const read = compiled.ok ? readInput(compiled.plan, { age: 40 }) : undefined;
  if (!compiled.ok || read?.ok !== true) throw new Error("The execution cannot be made.");
  const record = encodeRecord(evaluate(compiled.plan, read.input));
  const lines = Array.from({ length: count }, () => {
    const started = Date.now();
    const head = [organisationId, versions[arm], started * 1000, newId(started), solutionId, "k", at.rolloutId, arm];
    return JSON.stringify([...head, 100, status, record]);
  });
  const columns = ["organisation", "version", "started", "id", "solution", "key", "rollout_id", "arm", "duration_us", "status", "record"];
  await clickhouse.insertLines("executions", columns, lines);
}

const rollout = async () => (await admin.do("rollout.read", { at }))._embedded;

/** Moves the start of the step into the past. */
async function pass(minutes: number): Promise<void> {
  await postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
    const { step_at } = await tx.selectFrom("rollouts").where("id", "=", at.rolloutId).select("step_at").executeTakeFirstOrThrow();
    const before = new Date((step_at ?? new Date()).getTime() - minutes * 60_000);
    await tx.updateTable("rollouts").set({ step_at: before }).where("id", "=", at.rolloutId).execute();
  });
}

async function guardIs(state: string): Promise<void> {
  await eventually(`the guard is ${state}`, async () => (await rollout()).guardStates[0]?.state === state || undefined, patience);
}

test("a ramp takes no step while ClickHouse is unavailable, reports it, and continues when it is back", { timeout: 240_000 }, async () => {
  const steps = [10, 50, 100].map((share) => ({ share, minutes: 60 }));
  const guards = [{ measure: "failedShare", limit: 5, minimum: 100 }];
  const body = { kind: "ramp", versionWss: versions.challenger, steps, guards };
  at = { rolloutId: (await admin.do("solution.rollouts.create", { at: { solutionId }, body }))._embedded.webSafeString };
  await decided("champion", 900);
  await decided("challenger", 100);
  await guardIs("holds");

  await kill(instance, "clickhouse");
  try {
    await guardIs("notEvaluated");
    // Longer than a step with too few decisions waits.
    await pass(500);
    const waits = "The next step waits: the guards cannot be evaluated, because the executions cannot be read.";
    await eventually("it says that it waits", async () => (await rollout()).message === waits || undefined, patience);
    expect(await rollout()).toMatchObject({ status: "running", step: 0, share: 10, guardStates: [{ state: "notEvaluated" }] });
  } finally {
    await restart(instance, "clickhouse");
  }
  await eventually("the step is taken", async () => (await rollout()).step === 1 || undefined, patience);
  expect(await rollout()).toMatchObject({ status: "running", share: 50, message: "" });

  // Runtimes may decide with the share before for the time of a lease, which does not count for guards.
  await pass(leaseMillis / 60_000);
  // A broken guard is not detected while ClickHouse is unavailable, and rolls back when it is back.
  await decided("challenger", 99, "failed");
  await guardIs("tooFew");
  await kill(instance, "clickhouse");
  try {
    await guardIs("notEvaluated");
    expect((await rollout()).status).toBe("running");
  } finally {
    await restart(instance, "clickhouse");
  }
  await decided("challenger", 1, "failed");
  await eventually("it is rolled back", async () => (await rollout()).status === "rolledBack" || undefined, patience);
  expect((await rollout()).message).toContain("100% of 100 decisions failed");
});
