import { emptyDefinition } from "@airlock/flow";
import { createLog, newId } from "@airlock/platform";
import { openPostgres } from "@airlock/platform/postgres";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { asOwner } from "../testing/warehouse-organisation.ts";
import { createRunOverExecutions } from "./run-over-executions.ts";

const settings = inject("environment");
const ownerUrl = settings["AIRLOCK_POSTGRES_MIGRATION_URL"] ?? "";
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: settings["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 4 });
const clickhouse = openTestClickHouse("worker");
let organisationId: string;

beforeAll(async () => {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ id: string }>("select id from organisations where managed_by is null limit 1"),
  );
  organisationId = rows[0]?.id ?? "";
});
afterAll(async () => {
  await clickhouse.close();
  await postgres.close();
});

const started = Date.UTC(2026, 10, 1);
const batch = 5_000;

/** A whole batch of erased executions, after which the comparison looks whether it should stop. */
async function newVersion(): Promise<string> {
  const versionId = newId();
  const lines = Array.from({ length: batch }, (_, at) =>
    JSON.stringify([organisationId, versionId, (started + at) * 1000, newId(), "s", "k", 10, "completed", "", started / 1000]),
  );
  const columns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record", "erased"] as const;
  await clickhouse.insertLines("executions", columns, lines);
  return versionId;
}

/** Without a job: no worker of the instance runs it. */
async function newComparison(versionId: string, age: string): Promise<string> {
  const id = newId();
  const definition = JSON.stringify(emptyDefinition());
  const side = JSON.stringify({ versionId, behaviour: 1 });
  const none = { compared: 0, changed: 0, differing: 0, unanswered: 0, unreadable: 0, outcomes: [], moves: [], nodes: [], links: [] };
  await asOwner(ownerUrl, (owner) =>
    owner.query(
      `insert into comparisons (id, organisation_id, left_side, right_side, left_definition, right_definition, executions_of, start_at, end_at,
         summary, created_at)
       values ($1, $2, $3, $3, $4, $4, 'left', $5, $6, $7, now() - $8::interval)`,
      [id, organisationId, side, definition, new Date(started), new Date(started + 86_400_000), JSON.stringify(none), age],
    ),
  );
  return id;
}

test("a comparison of hours that a stopping worker interrupts continues in another worker", async () => {
  const id = await newComparison(await newVersion(), "7 hours");
  const state = async () => {
    const found = await asOwner(ownerUrl, (owner) => owner.query("select status, rows::int, message from comparisons where id = $1", [id]));
    return found.rows[0] as unknown;
  };
  const runWith = (stopping: AbortSignal) =>
    createRunOverExecutions({ postgres, clickhouse, log, stopping })({ organisationId, comparisonId: id });
  await expect(runWith(AbortSignal.abort())).rejects.toThrow("The worker is stopping.");
  expect(await state()).toEqual({ status: "running", rows: batch, message: "" });
  await runWith(new AbortController().signal);
  expect(await state()).toEqual({ status: "done", rows: batch, message: "" });
  await asOwner(ownerUrl, (owner) => owner.query("delete from comparisons where id = $1", [id]));
});
