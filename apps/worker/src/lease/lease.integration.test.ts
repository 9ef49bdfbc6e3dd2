import { createLog, newId } from "@airlock/platform";
import { openPostgres, type Tx } from "@airlock/platform/postgres";
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { asOwner } from "../testing/warehouse-organisation.ts";
import { LeaseHeld, LeaseLost, withLease, type Lease } from "./lease.ts";

const settings = inject("environment");
const ownerUrl = settings["AIRLOCK_POSTGRES_MIGRATION_URL"] ?? "";
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: settings["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 4 });
let organisationId: string;
let exportId: string;
let stopping: AbortController;

beforeAll(async () => {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ id: string }>("select id from organisations where managed_by is null limit 1"),
  );
  organisationId = rows[0]?.id ?? "";
});
beforeEach(async () => {
  stopping = new AbortController();
  exportId = newId();
  await asOwner(ownerUrl, (owner) =>
    owner.query("insert into exports (id, organisation_id, format, filters) values ($1, $2, 'csv', '{}')", [exportId, organisationId]),
  );
});
afterAll(async () => {
  await asOwner(ownerUrl, (owner) => owner.query("delete from exports where status <> 'done' and filters::text = '{}'"));
  await postgres.close();
});

async function isWanted(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom("exports").where("id", "=", exportId).select("status").executeTakeFirst();
  return row?.status === "waiting" || row?.status === "running";
}

const take = <Result>(work: (lease: Lease) => Promise<Result>) =>
  withLease({ postgres, log, stopping: stopping.signal }, { organisationId, jobId: exportId, isWanted }, work);

const setStatus = (status: string) =>
  asOwner(ownerUrl, (owner) => owner.query("update exports set status = $2 where id = $1", [exportId, status]));

async function leases(): Promise<number> {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ count: number }>("select count(*)::int as count from job_leases where job_id = $1", [exportId]),
  );
  return rows[0]?.count ?? 0;
}

const aborted = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener("abort", () => resolve(signal.reason), { once: true });
  });

test("one worker has a job at a time, and the lease is released however the work ends", async () => {
  const result = await take(async (lease) => {
    await expect(take(() => Promise.resolve("twice"))).rejects.toThrow(LeaseHeld);
    return lease.owner;
  });
  expect([result, await leases()]).toEqual([expect.any(String), 0]);
  await expect(take(() => Promise.reject(new Error("ClickHouse is away.")))).rejects.toThrow("ClickHouse is away.");
  expect(await leases()).toBe(0);
  expect(await take(() => Promise.resolve("again"))).toBe("again");
});

test("a job that is not wanted does not start", async () => {
  await setStatus("cancelled");
  expect(await take(() => Promise.reject(new Error("begun")))).toBeUndefined();
  expect(await leases()).toBe(0);
});

test("the signal aborts a cancelled job, and its writes have no effect", async () => {
  const ended = await take(async (lease) => {
    const { signal, update } = lease;
    await update((tx) => tx.updateTable("exports").set({ status: "running", rows: 1 }).where("id", "=", exportId));
    await setStatus("cancelled");
    expect(await aborted(signal)).toBeInstanceOf(LeaseLost);
    const late = update((tx) => tx.updateTable("exports").set({ rows: 2 }).where("id", "=", exportId).where("status", "=", "running"));
    await expect(late).rejects.toThrow(LeaseLost);
    await late;
  });
  expect(ended).toBeUndefined();
});

test("a worker that lost its lease cannot commit", async () => {
  await take(async (lease) => {
    const late = lease.write(async (tx) => {
      await tx.updateTable("exports").set({ message: "late" }).where("id", "=", exportId).execute();
      // Another worker takes it over in the meantime.
      await asOwner(ownerUrl, (owner) => owner.query("update job_leases set owner = 'another' where job_id = $1", [exportId]));
    });
    await expect(late).rejects.toThrow(LeaseLost);
    expect(await lease.isHeld()).toBe(false);
  });
  const { rows } = await asOwner(ownerUrl, (owner) => owner.query("select message from exports where id = $1", [exportId]));
  expect([rows, await leases()]).toEqual([[{ message: "" }], 1]);
  await asOwner(ownerUrl, (owner) => owner.query("delete from job_leases where job_id = $1", [exportId]));
});

test("stopping the process aborts its work", async () => {
  await take(async ({ signal }) => {
    stopping.abort();
    expect(await aborted(signal)).toMatchObject({ message: "The worker is stopping." });
  });
  expect(await leases()).toBe(0);
});

test("a long job keeps no listener of each renewal", async () => {
  const [added, removed] = [vi.spyOn(AbortSignal.prototype, "addEventListener"), vi.spyOn(AbortSignal.prototype, "removeEventListener")];
  const kept = await take(async () => {
    // One for the job itself, and one for each wait between two renewals.
    await expect.poll(() => added.mock.calls.length).toBeGreaterThan(6);
    return added.mock.calls.length - removed.mock.calls.length;
  });
  added.mockRestore();
  removed.mockRestore();
  expect(kept).toBeLessThan(4);
});
