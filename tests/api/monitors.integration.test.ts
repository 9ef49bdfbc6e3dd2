import { compile, encodeRecord, evaluate, readInput } from "@airlock/engine";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seededAccounts } from "../../services/idp/accounts.ts";
import { port } from "../../services/instance.ts";
import { kill, restart } from "../../services/stack.ts";
import { administrator, instance, openClickHouse, openStore } from "../support/behind.ts";
import type { Caller } from "../support/caller.ts";
import { serveDecision } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { sampleFlow } from "../support/sample-flow.ts";

const clickhouse = openClickHouse();
const postgres = openStore();
const email = seededAccounts[0]?.email ?? "";
const name = `Monitored ${newId()}`;
const patience = { seconds: 120, everyMillis: 200 };

let admin: Caller;
let organisationId: string;
let userId: string;
let served: { readonly solutionId: string; readonly versionId: string };
let at: { readonly monitorId: string };

beforeAll(async () => {
  admin = await administrator();
  const { organisationWss, webSafeString } = (await admin.do("profile.read"))._embedded;
  [organisationId, userId] = [organisationWss, webSafeString];
  served = await serveDecision(admin, name);
});
afterAll(async () => {
  await admin.do("monitor.delete", { at });
  await postgres.close();
  await clickhouse.close();
});

/** Executions as the sink writes them, in a minute that is in the next windows. */
async function decided(count: number, status: "completed" | "failed"): Promise<void> {
  const compiled = compile(sampleFlow());
  const read = compiled.ok ? readInput(compiled.plan, { age: 40 }) : undefined;
  if (!compiled.ok || read?.ok !== true) throw new Error("The execution cannot be made.");
  const record = encodeRecord(evaluate(compiled.plan, read.input));
  const lines = Array.from({ length: count }, () => {
    const started = Date.now() - 120_000;
    return JSON.stringify([organisationId, served.versionId, started * 1000, newId(started), served.solutionId, "k", 100, status, record]);
  });
  const columns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"];
  await clickhouse.insertLines("executions", columns, lines);
}

const monitor = async () => (await admin.do("monitor.read", { at }))._embedded;

async function subjects(): Promise<readonly string[]> {
  const response = await fetch(`http://127.0.0.1:${port(instance, "inbox")}/mails?to=${encodeURIComponent(email)}`);
  const mails = (await response.json()) as readonly { readonly subject: string }[];
  return mails.map(({ subject }) => subject).filter((subject) => subject.startsWith(name.slice(0, 20)));
}

test("a monitor fires, mails, survives an outage of ClickHouse, and resolves with another mail", async () => {
  const body = {
    measure: { kind: "failedShare" },
    rule: { kind: "threshold", min: null, max: 0.1 },
    windowMinutes: 60,
    minDecisions: 10,
    notifyUsers: [userId],
  };
  const made = await admin.do("solution.monitors.create", { at: { solutionId: served.solutionId }, body });
  at = { monitorId: made._embedded.webSafeString };
  await decided(30, "completed");
  await decided(10, "failed");
  const firingId = await eventually("it fires", async () => (await monitor()).firingWss ?? undefined, patience);
  expect(await monitor()).toMatchObject({ judgement: "outside", value: 0.25, decisions: 40 });

  const firing = async () => (await admin.do("firing.read", { at: { firingId } }))._embedded;
  await eventually("the mail is sent", async () => (await firing()).notified.length === 1 || undefined, patience);
  expect((await firing()).notified[0]).toMatchObject({ event: "began", to: [expect.any(String)] });
  expect((await subjects()).filter((subject) => subject.endsWith("fires"))).toHaveLength(1);

  // The list of executions shows the relevant ones.
  const { versions, status, from } = (await firing()).executions;
  const query = { versions: versions.join(","), status: status ?? "", from, to: new Date().toISOString() };
  expect((await admin.do("executions.list", { query })).items).toHaveLength(10);

  const before = await monitor();
  await kill(instance, "clickhouse");
  try {
    const away = await eventually("it is said", async () => ((await monitor()).unjudgedSince === null ? undefined : monitor()), patience);
    expect(away).toMatchObject({ judgement: "outside", value: before.value, firingWss: firingId, judgedDate: before.judgedDate });
  } finally {
    await restart(instance, "clickhouse");
  }
  await eventually("it is judged again", async () => ((await monitor()).unjudgedSince === null ? true : undefined), patience);

  await decided(200, "completed");
  const insideSince = () =>
    postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
      const row = await tx.selectFrom("firings").where("id", "=", firingId).select("inside_since").executeTakeFirstOrThrow();
      return row.inside_since ?? undefined;
    });
  await eventually("it is inside again", insideSince, patience);
  expect((await firing()).endedDate).toBeNull();
  // As if it had been inside for the length of a window.
  await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
    tx
      .updateTable("firings")
      .set({ inside_since: new Date(Date.now() - 3_600_000) })
      .where("id", "=", firingId)
      .execute(),
  );
  await eventually("it resolves", async () => (await firing()).endedDate ?? undefined, patience);
  await eventually("the second mail is sent", async () => (await firing()).notified.length === 2 || undefined, patience);
  expect((await subjects()).map((subject) => subject.split(" ").slice(-1)[0])).toEqual(expect.arrayContaining(["fires", "normal"]));
  expect((await monitor()).firingWss).toBeNull();
});
