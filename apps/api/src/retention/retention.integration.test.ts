import { retentionResource } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { previewRetention } from "../erasure/preview.ts";
import { rememberExecutions } from "../testing/past-execution.ts";
import { asOwner, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { runnable, version } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
/** With a delay so short that it is over at the next statement. */
let impatient: TestApi;
let root: Person;
/** Takes the task, so that the worker of the instance does not apply retentions meanwhile. */
async function takeTask(until: string): Promise<void> {
  await asOwner(async (owner) => {
    await owner.query(
      `insert into airlock.tasks (name, taken_at) values ('keep executions', now() + $1::interval)
       on conflict (name) do update set taken_at = excluded.taken_at`,
      [until],
    );
  });
}
beforeAll(async () => {
  await takeTask("1 hour");
  api = await startTestApi();
  impatient = await startTestApi({ issuer: api.issuer, deletionDelaySeconds: 0.001 });
  root = await rootAdministrator(api);
});
afterAll(async () => {
  await takeTask("0 hours");
  await impatient.close();
  await api.close();
});

const hour = 3_600_000;

/** An administrator of a new organisation, and its retention. */
async function newRetention(name: string) {
  const admin = await newOrganisation(api, root, name);
  const at = { organisationId: admin.organisationId };
  const read = async () => (await admin.must("organisation.retention.read", { at }))._embedded;
  const set = async (body: object) => (await admin.must("organisation.retention.update", { at, body }))._embedded;
  /** Sets a shorter retention and applies it. Returns the revision before that. */
  const apply = async (days: number) => {
    const response = await impatient.ask(admin.token, "organisation.retention.update", { at, body: { days } });
    const { _embedded } = retentionResource.parse(response.json());
    expect(_embedded.next?.days).toBe(days);
    await expect
      .poll(async () => {
        await applyDue();
        return (await read()).days;
      })
      .toBe(days);
    return _embedded.revision;
  };
  return { admin, at, read, set, apply };
}

/** What a worker does. */
async function applyDue(): Promise<void> {
  await api.parts.postgres.transaction((tx) => sql`select airlock.apply_retentions()`.execute(tx));
}

test("a shorter retention takes effect after the delay and can be cancelled until then, a longer one immediately", async () => {
  const { admin, read, set, apply } = await newRetention("Keeping");
  expect(await read()).toMatchObject({ days: null, next: null, revision: null });

  const shorter = await set({ days: 90, revision: null });
  expect(shorter).toMatchObject({ days: null, next: { days: 90 }, revision: 1 });
  const wait = Date.parse(shorter.next?.effectiveDate ?? "") - Date.now();
  expect(wait).toBeGreaterThan(hour / 2);
  expect(wait).toBeLessThanOrEqual(hour + 60_000);

  // Cancelled by setting the current retention again.
  expect(await set({ days: null, revision: 1 })).toMatchObject({ days: null, next: null, revision: 2 });

  await apply(90);
  expect(await read()).toMatchObject({ days: 90, next: null });
  expect(await set({ days: 120 })).toMatchObject({ days: 120, next: null });
  expect(await set({ days: 30 })).toMatchObject({ days: 120, next: { days: 30 } });
  // Another retention replaces it, with a delay of its own.
  expect(await set({ days: 60 })).toMatchObject({ days: 120, next: { days: 60 } });
  expect(await set({ days: 120 })).toMatchObject({ days: 120, next: null });
  await set({ days: 60 });
  expect(await set({ days: null })).toMatchObject({ days: null, next: null });

  const { items } = await admin.must("audit.list", { query: { noun: "retention" } });
  const entries = items
    .map(({ _embedded: { actorWss, change, changed } }) => ({ isByUser: actorWss !== null, change, changed }))
    .toReversed();
  expect(entries.slice(0, 4)).toEqual([
    { isByUser: true, change: "created", changed: [] },
    { isByUser: true, change: "updated", changed: ["nextDate", "nextDays"] },
    { isByUser: true, change: "updated", changed: ["nextDate", "nextDays"] },
    { isByUser: false, change: "updated", changed: ["days", "nextDate", "nextDays"] },
  ]);
});

test("of two concurrent changes by administrators one succeeds, and an applied change is not cancelled unnoticed", async () => {
  const { admin, at, apply, read } = await newRetention("Two at once");
  const other = await newColleague(api, admin, ["organisation.update", "organisations.list"]);
  const both = await Promise.all(
    [admin, other].map(({ token }, index) =>
      api.ask(token, "organisation.retention.update", { at, body: { days: 90 - index, revision: null } }),
    ),
  );
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: "EDIT_CONFLICT" });

  const revision = await apply(50);
  const late = await api.ask(admin.token, "organisation.retention.update", { at, body: { days: null, revision } });
  expect([late.statusCode, late.json()]).toMatchObject([409, { code: "EDIT_CONFLICT" }]);
  expect(await read()).toMatchObject({ days: 50, next: null });
});

test("nothing is applied before its delay is over", async () => {
  const { read, set } = await newRetention("Early");
  await set({ days: 10 });
  await applyDue();
  expect(await read()).toMatchObject({ days: null, next: { days: 10 } });
});

test("a change that is cancelled while a worker applies due ones is not applied", async () => {
  const { at, read } = await newRetention("Boundary");
  await asOwner(async (owner) => {
    // Due, and locked by the administrator who cancels.
    await owner.query("insert into retentions (organisation_id, next_days, next_at) values ($1, 10, now())", [at.organisationId]);
    await owner.query("begin");
    await owner.query("update retentions set next_at = null, next_days = null where organisation_id = $1", [at.organisationId]);
    const { rows } = await owner.query<{ id: string }>("select pg_current_xact_id()::xid::text as id");
    const applying = applyDue();
    await expect.poll(() => waitersFor(rows[0]?.id ?? "")).toBeGreaterThan(0);
    await owner.query("commit");
    await applying;
  });
  expect(await read()).toMatchObject({ days: null, next: null });
});

/** Number of transactions that wait for this one. */
function waitersFor(transactionId: string): Promise<number> {
  return asOwner(async (owner) => {
    const { rows } = await owner.query<{ count: number }>(
      "select count(*)::integer as count from pg_locks where not granted and transactionid = $1::xid",
      [transactionId],
    );
    return rows[0]?.count ?? 0;
  });
}

test("without a delay a shorter retention takes effect immediately", async () => {
  const immediate = await startTestApi({ deletionDelaySeconds: 0, issuer: api.issuer });
  try {
    const { admin, at } = await newRetention("Immediate");
    const response = await immediate.ask(admin.token, "organisation.retention.update", { at, body: { days: 5 } });
    expect(response.json()).toMatchObject({ _embedded: { days: 5, next: null } });
  } finally {
    await immediate.close();
  }
});

test("a preview counts what a retention would delete, also for a managed organisation", async () => {
  const { admin, at } = await newRetention("Counting");
  const { versionId = "" } = await version(admin);
  const day = 86_400_000;
  await rememberExecutions(
    [0, 1, 6, 9, 20, 40].map((back) => ({
      organisationId: admin.organisationId,
      versionId,
      definition: runnable,
      started: new Date(Date.now() - back * day),
    })),
  );
  const preview = async (days: number) =>
    (await admin.must("organisation.retention.preview", { at, query: { days: String(days) } }))._embedded;
  expect(await preview(7)).toEqual({ executions: 3, counted: "exactly", delaySeconds: 3600 });
  expect(await preview(30)).toMatchObject({ executions: 1 });
  expect(await preview(365)).toMatchObject({ executions: 0 });
  const managed = await root.must("organisation.retention.preview", { at, query: { days: "7" } });
  expect(managed._embedded.executions).toBe(3);
  const strangers = await newOrganisation(api, root, `Strangers ${newId()}`);
  const refused = await api.ask(strangers.token, "organisation.retention.preview", { at, query: { days: "7" } });
  expect(refused.statusCode).toBe(404);

  const { signal } = new AbortController();
  const bounded = { clickhouse: api.parts.clickhouse, organisationId: admin.organisationId, signal };
  expect(await previewRetention({ ...bounded, limit: 2 }, Math.floor(Date.now() / 1000))).toMatchObject({ counted: "about" });
});
