import { createHash } from "node:crypto";
import { createLog, newId } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { openPostgres } from "@airlock/platform/postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sweepErasures } from "./sweep-erasures.ts";

const settings = inject("environment");
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: settings["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 1 });
const clickhouse = openTestClickHouse("worker");
const owner = new Client({ connectionString: settings["AIRLOCK_POSTGRES_MIGRATION_URL"] });
/** Takes the task, so that the worker of the instance does not sweep meanwhile. */
async function takeSweeps(until: string): Promise<void> {
  await owner.query(
    `insert into airlock.tasks (name, taken_at) values ('sweep erasures', now() + $1::interval)
     on conflict (name) do update set taken_at = excluded.taken_at`,
    [until],
  );
}
beforeAll(async () => {
  await owner.connect();
  await takeSweeps("1 hour");
});
afterAll(async () => {
  await takeSweeps("0 hours");
  await owner.end();
  await clickhouse.close();
  await postgres.close();
});

const running = new AbortController().signal;
const definition = JSON.stringify({
  solutionDefinition: { nodes: [], links: [], zoom: 100 },
  applicationDatasetFields: [{ key: "person", name: "person", type: "String", required: false }],
  runtimeDatasetFields: [],
  applicationTestData: [],
});

interface Organisation {
  readonly organisationId: string;
  readonly versionIds: readonly string[];
}

/** With erasures that have already searched everything before now. */
async function organisationWith(options: { readonly versions: number; readonly people: readonly string[] }): Promise<Organisation> {
  const [organisationId, solutionId] = [newId(), newId()];
  const versionIds = Array.from({ length: options.versions }, () => newId());
  await owner.query("begin");
  await owner.query(
    "insert into organisations (id, name, code, managed_by) values ($1, 'Erasing', $1, (select id from organisations where managed_by is null))",
    [organisationId],
  );
  const [role, group] = [newId(), newId()];
  await owner.query("insert into roles (id, organisation_id, name, code, permissions) values ($1, $2, 'A', 'ADMI', '{*}')", [
    role,
    organisationId,
  ]);
  await owner.query("insert into groups (id, organisation_id, name, code) values ($1, $2, 'A', 'ADMI')", [group, organisationId]);
  await owner.query("insert into group_roles (organisation_id, group_id, role_id) values ($1, $2, $3)", [organisationId, group, role]);
  await owner.query("insert into solutions (id, organisation_id, name) values ($1, $2, 'Erasing')", [solutionId, organisationId]);
  for (const id of versionIds) {
    await owner.query(
      `insert into versions (id, organisation_id, solution_id, name, definition, hash, behaviour, desired)
       values ($1, $2, $3, $1, $4, $5, 1, 'stopped')`,
      [id, organisationId, solutionId, definition, "0".repeat(64)],
    );
  }
  for (const person of options.people) {
    const salt = newId();
    const hash = createHash("sha256").update(`${salt}${person}`).digest("hex");
    await owner.query(
      "insert into erasures (id, organisation_id, field, salt, hash, status, swept_at) values ($1, $2, 'person', $3, $4, 'done', now())",
      [newId(), organisationId, salt, hash],
    );
  }
  await owner.query("commit");
  return { organisationId, versionIds };
}

async function store({ organisationId }: Organisation, versionId: string, people: readonly string[]): Promise<void> {
  const lines = people.map((person) => {
    const record = JSON.stringify([0, [person], [], []]);
    return JSON.stringify([organisationId, versionId, "2026-11-01 10:00:00", newId(), "s", "k", 10, "completed", record]);
  });
  await clickhouse.insertLines(
    "executions",
    ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"],
    lines,
  );
}

/** Counts queries of one organisation. */
function counting(organisationId: string) {
  let queries = 0;
  const counted: ClickHouse = {
    ...clickhouse,
    query: (sql, parameters) => {
      if (parameters?.["organisation"] === organisationId) queries += 1;
      return clickhouse.query(sql, parameters);
    },
  };
  return { clickhouse: counted, queries: () => queries };
}

async function kept(organisationId: string): Promise<readonly number[]> {
  const rows = await owner.query<{ erased: number }>("select erased from erasures where organisation_id = $1 order by id", [
    organisationId,
  ]);
  return rows.rows.map(({ erased }) => erased);
}

async function notErased({ organisationId }: Organisation): Promise<number> {
  const [row] = await clickhouse.query<{ readonly count: number }>(
    "SELECT uniqExact(id) AS count FROM executions WHERE organisation = {organisation:String} AND record != ''",
    { organisation: organisationId },
  );
  return row?.count ?? 0;
}

test("a sweep without new executions needs two queries per organisation, however many erasures and versions", async () => {
  const people = Array.from({ length: 100 }, (_, index) => `person ${index}`);
  const erasing = await organisationWith({ versions: 5, people });
  const counted = counting(erasing.organisationId);
  await sweepErasures({ postgres, clickhouse: counted.clickhouse, log }, running);
  expect(counted.queries()).toBe(2);
});

test("new executions of a hundred persons are found in a few queries and erased, and no others", async () => {
  const people = Array.from({ length: 100 }, (_, index) => `person ${index}`);
  const erasing = await organisationWith({ versions: 5, people });
  const [first = "", second = ""] = erasing.versionIds;
  await store(erasing, first, ["person 7", "person 7", "someone else"]);
  await store(erasing, second, ["person 99"]);
  const counted = counting(erasing.organisationId);
  expect(await sweepErasures({ postgres, clickhouse: counted.clickhouse, log }, running)).toBe(3);
  // One for the versions, one per fifty persons for each of the two versions with new executions, and one for shadows.
  expect(counted.queries()).toBe(6);
  expect(await notErased(erasing)).toBe(1);
  const erased = await kept(erasing.organisationId);
  expect([erased[7], erased[99], erased.reduce((sum, count) => sum + count, 0)]).toEqual([2, 1, 3]);
});

test("shadow results are erased with their execution, also if they arrive before or after it", async () => {
  const erasing = await organisationWith({ versions: 1, people: ["ada"] });
  const [versionId = ""] = erasing.versionIds;
  const { organisationId } = erasing;
  const shadowsOf = (ids: readonly string[], inserted = "2026-11-02 10:00:00") =>
    clickhouse.insertLines(
      "shadow_results",
      ["organisation", "rollout_id", "started", "execution", "record", "inserted"],
      ids.map((id) => JSON.stringify([organisationId, "r", "2026-11-01 10:00:00", id, "[1]", inserted])),
    );
  const left = async () => {
    const rows = await clickhouse.query<{ readonly execution: string }>(
      "SELECT DISTINCT execution FROM shadow_results WHERE organisation = {organisation:String}",
      { organisation: organisationId },
    );
    return rows.map(({ execution }) => execution);
  };
  await store(erasing, versionId, ["ada", "someone else"]);
  const rows = await clickhouse.query<{ readonly id: string; readonly record: string }>(
    "SELECT id, record FROM executions WHERE organisation = {organisation:String}",
    { organisation: organisationId },
  );
  const idOf = (person: string) => rows.find(({ record }) => record.includes(person))?.id ?? "";
  // Long before the execution, which was in a spool.
  await shadowsOf([idOf("ada"), idOf("someone else")]);
  await sweepErasures({ postgres, clickhouse, log }, running);
  expect(await left()).toEqual([idOf("someone else")]);
  await shadowsOf([idOf("ada")], new Date().toISOString().slice(0, 19).replace("T", " "));
  await sweepErasures({ postgres, clickhouse, log }, running);
  expect(await left()).toEqual([idOf("someone else")]);
});

test("a failed sweep of one organisation does not affect others, and is retried", async () => {
  const failing = await organisationWith({ versions: 1, people: ["ada"] });
  const other = await organisationWith({ versions: 1, people: ["ada"] });
  for (const one of [failing, other]) await store(one, one.versionIds[0] ?? "", ["ada"]);
  const broken: ClickHouse = {
    ...clickhouse,
    query: (sql, parameters) =>
      parameters?.["organisation"] === failing.organisationId ? Promise.reject(new Error("broken")) : clickhouse.query(sql, parameters),
  };
  await sweepErasures({ postgres, clickhouse: broken, log }, running);
  expect([await notErased(failing), await notErased(other)]).toEqual([1, 0]);
  await sweepErasures({ postgres, clickhouse, log }, running);
  expect(await notErased(failing)).toBe(0);
});

test("minutes of erased executions are counted again, also when the worker is killed after it erased them", async () => {
  const erasing = await organisationWith({ versions: 1, people: ["ada"] });
  const { organisationId } = erasing;
  await store(erasing, erasing.versionIds[0] ?? "", ["ada"]);
  const marked = async () => {
    const [row] = await clickhouse.query<{ readonly at: number }>(
      "SELECT toUnixTimestamp64Milli(max(m.marked)) AS at FROM execution_minutes AS m WHERE organisation = {organisation:String}",
      { organisation: organisationId },
    );
    return row?.at ?? 0;
  };
  const stored = await marked();
  const killed: ClickHouse = {
    ...clickhouse,
    command: async (sql, parameters) => {
      await clickhouse.command(sql, parameters);
      if (sql.startsWith("ALTER TABLE executions UPDATE") && parameters?.["organisation"] === organisationId) throw new Error("killed");
    },
  };
  await sweepErasures({ postgres, clickhouse: killed, log }, running);
  expect(await notErased(erasing)).toBe(0);
  expect(await marked()).toBeGreaterThan(stored);
});
