import { createLog, newId } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { openPostgres } from "@airlock/platform/postgres";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { LeaseHeld } from "../lease/lease.ts";
import { createRunErasure } from "./run-erasure.ts";

const settings = inject("environment");
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: settings["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 2 });
const clickhouse = openTestClickHouse("worker");
const owner = new Client({ connectionString: settings["AIRLOCK_POSTGRES_MIGRATION_URL"] });
const observer = new Client({ connectionString: settings["AIRLOCK_POSTGRES_MIGRATION_URL"] });
let organisationId = "";
beforeAll(async () => {
  await owner.connect();
  await observer.connect();
  const { rows } = await owner.query<{ id: string }>("select id from organisations where managed_by is null");
  organisationId = rows[0]?.id ?? "";
});
afterAll(async () => {
  await owner.end();
  await observer.end();
  await clickhouse.close();
  await postgres.close();
});

/** With JetStream unavailable, an erasure that started ends with an error, which distinguishes it from one that did not. */
const stopping = new AbortController().signal;
const runErasure = createRunErasure({ postgres, clickhouse, deadLetters: () => Promise.resolve(undefined), log, stopping });

async function erasure(beginsIn: string, status: "waiting" | "cancelled" = "waiting"): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into erasures (id, organisation_id, field, salt, hash, status, begins_at, cancelled_at)
     values ($1, $2, 'person', 'salt', 'hash', $3::text, now() + $4::interval, case when $3::text = 'cancelled' then now() end)`,
    [id, organisationId, status, beginsIn],
  );
  return id;
}

async function statusOf(id: string): Promise<string | undefined> {
  const { rows } = await observer.query<{ status: string }>("select status from erasures where id = $1", [id]);
  return rows[0]?.status;
}

test("an erasure starts when its delay is over, also long after, and not before", async () => {
  const early = await erasure("1 hour");
  await expect(runErasure({ organisationId, erasureId: early })).rejects.toThrow("does not begin yet");
  expect(await statusOf(early)).toBe("waiting");
  for (const beginsIn of ["0 seconds", "-3 days"]) {
    const due = await erasure(beginsIn);
    await expect(runErasure({ organisationId, erasureId: due })).rejects.toThrow("JetStream is away");
    expect(await statusOf(due)).toBe("running");
  }
});

test("a cancelled erasure does not start, although its job runs", async () => {
  const cancelled = await erasure("-1 hour", "cancelled");
  await runErasure({ organisationId, erasureId: cancelled });
  expect(await statusOf(cancelled)).toBe("cancelled");
});

test("an erasure that is cancelled while its job starts does not start", async () => {
  const id = await erasure("0 seconds");
  await owner.query("begin");
  await owner.query("update erasures set status = 'cancelled', cancelled_at = now() where id = $1", [id]);
  const { rows } = await owner.query<{ id: string }>("select pg_current_xact_id()::xid::text as id");
  const running = runErasure({ organisationId, erasureId: id });
  const waiters = async () => {
    const found = await observer.query("select from pg_locks where not granted and transactionid = $1::xid", [rows[0]?.id]);
    return found.rowCount;
  };
  await expect.poll(waiters).toBeGreaterThan(0);
  await owner.query("commit");
  await running;
  expect(await statusOf(id)).toBe("cancelled");
});

/** A due erasure of a field that only a version of its own has, and a store with three executions of the person. */
async function erasureOfThree(mutated: (erase: () => void) => Promise<void>) {
  const [solutionId, versionId, field] = [newId(), newId(), `person ${newId()}`];
  const definition = {
    solutionDefinition: { nodes: [], links: [], zoom: 100 },
    applicationDatasetFields: [{ key: "person", name: field, type: "String", required: false }],
    runtimeDatasetFields: [],
    applicationTestData: [],
  };
  await owner.query("insert into solutions (id, organisation_id, name) values ($1, $2, 'Erasing')", [solutionId, organisationId]);
  await owner.query(
    `insert into versions (id, organisation_id, solution_id, name, definition, hash, behaviour, desired)
     values ($1, $2, $3, $1, $4, $5, 1, 'stopped')`,
    [versionId, organisationId, solutionId, JSON.stringify(definition), "0".repeat(64)],
  );
  const erasureId = await erasure("0 seconds");
  await owner.query("update erasures set field = $2 where id = $1", [erasureId, field]);
  const stored = new Set([newId(), newId(), newId()]);
  const store: ClickHouse = {
    ...clickhouse,
    // The types of two queries: executions to erase, and none of shadow results.
    query: <Row>(sql: string) =>
      Promise.resolve((sql.includes("AS rule") ? [...stored].map((id) => ({ id, at: 1, rule: 1 })) : []) as Row[]),
    command: async (sql) => {
      if (sql.startsWith("ALTER TABLE executions")) await mutated(() => [...stored].forEach((id) => sql.includes(id) && stored.delete(id)));
    },
  };
  const letters = { last: () => Promise.resolve(0), after: () => Promise.resolve(undefined), reduce: () => Promise.resolve() };
  const run = createRunErasure({ postgres, clickhouse: store, deadLetters: () => Promise.resolve(letters), log, stopping });
  const state = async () => {
    const { rows } = await observer.query<object>("select status, versions_done, erased from erasures where id = $1", [erasureId]);
    return rows[0];
  };
  return { run: () => run({ organisationId, erasureId }), state };
}

test("executions that a worker erased before it was killed are counted once", async () => {
  let mutations = 0;
  const { run, state } = await erasureOfThree(async (erase) => {
    erase();
    mutations += 1;
    if (mutations === 1) throw new Error("killed");
  });
  await expect(run()).rejects.toThrow("killed");
  expect(await state()).toMatchObject({ status: "running", erased: 0 });
  await run();
  expect(await state()).toEqual({ status: "done", versions_done: 1, erased: 3 });
});

test("one worker runs an erasure at a time", async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { run, state } = await erasureOfThree(async (erase) => {
    begun.resolve();
    await released.promise;
    erase();
  });
  const first = run();
  await begun.promise;
  const second = run();
  released.resolve();
  await expect(second).rejects.toThrow(LeaseHeld);
  await first;
  await run();
  expect(await state()).toEqual({ status: "done", versions_done: 1, erased: 3 });
});
