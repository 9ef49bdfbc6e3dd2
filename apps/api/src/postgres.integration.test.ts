import { createLog } from "@airlock/platform";
import { openPostgres, postgresFailure, type Postgres } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asOwner, newOrganisation, rootAdministrator } from "./testing/person.ts";
import { setting, startTestApi } from "./testing/test-api.ts";

const log = createLog({ name: "test", level: "silent" });
let postgres: Postgres;

/** One connection, so that state that leaks from one transaction would show in the next. */
beforeEach(() => {
  postgres = openPostgres({ url: setting("AIRLOCK_POSTGRES_URL"), name: "airlock test", log, connections: 1 });
});
afterEach(() => postgres.close());

const organisationNow = () =>
  postgres.transaction(
    async (tx) => (await sql<{ now: string | null }>`select airlock.current_organisation() as now`.execute(tx)).rows[0]?.now,
  );
const preparedNow = () =>
  postgres.transaction(async (tx) => (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx)).rows);

describe("a transaction", () => {
  test("begins with its first statement, and its tenant ends with it", async () => {
    const api = await startTestApi();
    const { organisationId, userId } = await newOrganisation(api, await rootAdministrator(api), "Pooled");
    await api.close();
    const seen = () =>
      postgres.inOrganisation(
        { organisationId, userId },
        async (tx) => (await tx.selectFrom("users").select("organisation_id").execute()).length,
      );
    // Often enough that the statement is prepared and has a generic plan.
    for (let time = 0; time < 8; time += 1) {
      expect(await seen()).toBe(1);
      expect(await organisationNow()).toBeNull();
    }
    expect(await postgres.transaction((tx) => tx.selectFrom("users").select("organisation_id").execute())).toEqual([]);
  });

  test("that throws leaves nothing behind, and neither does one whose first statement fails", async () => {
    const none = { organisationId: "nobody", userId: null };
    await expect(postgres.inOrganisation(none, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(postgres.transaction((tx) => sql`select 1 / 0`.execute(tx))).rejects.toThrow("division by zero");
    expect(await organisationNow()).toBeNull();
  });

  test("without statements sends nothing", async () => {
    expect(await postgres.transaction(() => Promise.resolve("done"))).toBe("done");
  });

  test("whose connection the server ends between two statements fails, and not the process", async () => {
    const other = openPostgres({ url: setting("AIRLOCK_POSTGRES_URL"), name: "airlock test", log, connections: 1 });
    const ended = postgres.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await other.transaction((beside) => sql`select pg_terminate_backend(${rows[0]?.pid ?? 0}, 5000)`.execute(beside));
      // Until the end of the connection has been read.
      await new Promise((resolve) => setImmediate(resolve));
      await sql`select 1`.execute(tx);
    });
    expect(postgresFailure(await ended.catch((error: unknown) => error))).toEqual({ kind: "unavailable" });
    expect(await organisationNow()).toBeNull();
    await other.close();
  });

  test("an idle connection that the server ends is logged once, and the next transaction has another", async () => {
    const lines: string[] = [];
    const logger = createLog({ name: "test", level: "warn", destination: { write: (line: string) => void lines.push(line) } });
    const idle = openPostgres({ url: setting("AIRLOCK_POSTGRES_URL"), name: "airlock test", log: logger, connections: 1 });
    const backend = () =>
      idle.transaction(async (tx) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid ?? 0);
    const ended = await backend();
    await postgres.transaction((beside) => sql`select pg_terminate_backend(${ended}, 5000)`.execute(beside));
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    expect(await backend()).not.toBe(ended);
    await idle.close();
    expect(lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)).toEqual(["postgres ended a connection"]);
  });

  test("in which a statement failed is not reported as committed", async () => {
    const swallowed = postgres.transaction(async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow("had failed before its commit");
  });
});

describe("statements", () => {
  test("that are repeated are prepared; searches are not", async () => {
    for (let time = 0; time < 3; time += 1) {
      await postgres.transaction(async (tx) => {
        await sql`select 'again', ${time}::int`.execute(tx);
        await sql`select 'searched' like ${"s%"}`.execute(tx);
      });
    }
    const statements = (await preparedNow()).map(({ statement }) => statement);
    expect(statements.filter((text) => text.includes("'again'"))).toHaveLength(1);
    expect(statements.filter((text) => text.includes("'searched'"))).toEqual([]);
  });

  test("prepared before a migration that changed their result fail once, as a retryable error", async () => {
    const make = (type: string) =>
      asOwner(async (owner) => {
        await owner.query("drop view if exists airlock.changing");
        await owner.query(`create view airlock.changing as select '1'::${type} as value`);
        await owner.query("grant select on airlock.changing to airlock_app");
      });
    const read = () =>
      postgres.transaction(async (tx) => (await sql<{ value: unknown }>`select value from airlock.changing`.execute(tx)).rows);
    try {
      await make("text");
      for (let time = 0; time < 3; time += 1) expect(await read()).toEqual([{ value: "1" }]);
      await make("integer");
      const failure = await read().catch((error: unknown) => postgresFailure(error));
      expect(failure).toEqual({ kind: "collided" });
      expect(await read()).toEqual([{ value: 1 }]);
    } finally {
      await asOwner((owner) => owner.query("drop view airlock.changing"));
    }
  });
});
