import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOwner, newColleague, newOrganisation, rootAdministrator, type Person } from "./testing/person.ts";
import { administratorGroup, administratorRole, version } from "./testing/specimens.ts";
import { setting, startTestApi, type TestApi } from "./testing/test-api.ts";

let api: TestApi;
let admin: Person;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Database");
});
afterAll(() => api.close());

const within = <T>(work: (tx: Tx) => Promise<T>) => api.parts.postgres.inOrganisation(admin, work);

describe("row-level security", () => {
  test("is forced with a policy on every table", async () => {
    const unlocked = await asOwner((owner) => owner.query("select name from airlock.unlocked_tables"));
    expect(unlocked.rows).toEqual([]);
  });

  test("cannot be bypassed or disabled by the api's role", async () => {
    const client = new Client({ connectionString: setting("AIRLOCK_POSTGRES_URL") });
    await client.connect();
    try {
      const { rows } = await client.query("select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user");
      expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
      await expect(client.query("alter table users disable row level security")).rejects.toThrow("must be owner");
      await expect(client.query("set role airlock_owner")).rejects.toThrow("permission denied");
      for (const table of ["organisations", "users", "roles", "solutions", "versions", "keys"]) {
        // Without an organisation in the transaction, no rows are visible.
        expect((await client.query(`select from ${table}`)).rowCount).toBe(0);
      }
    } finally {
      await client.end();
    }
  });

  test("prevents writes into another organisation", async () => {
    const foreign = newId();
    await asOwner(async (owner) => {
      await owner.query("begin");
      await owner.query(
        "insert into organisations (id, name, code, managed_by) values ($1, 'Foreign', 'FORE', (select id from organisations where managed_by is null))",
        [foreign],
      );
      await owner.query("insert into roles (id, organisation_id, name, code, permissions) values ($1, $2, 'A', 'ADMI', '{*}')", [
        `${foreign}r`,
        foreign,
      ]);
      await owner.query("insert into groups (id, organisation_id, name, code) values ($1, $2, 'A', 'ADMI')", [`${foreign}g`, foreign]);
      await owner.query("insert into group_roles (organisation_id, group_id, role_id) values ($1, $2, $3)", [
        foreign,
        `${foreign}g`,
        `${foreign}r`,
      ]);
      await owner.query("commit");
    });
    const insert = within((tx) =>
      tx.insertInto("solutions").values({ id: newId(), organisation_id: foreign, name: "x", deleted_at: null }).execute(),
    );
    await expect(insert).rejects.toThrow("row-level security");
    const at = await version(admin);
    const move = within((tx) =>
      tx
        .updateTable("solutions")
        .set({ organisation_id: foreign })
        .where("id", "=", at["solutionId"] ?? "")
        .execute(),
    );
    await expect(move).rejects.toThrow("row-level security");
  });

  test("a user of one organisation cannot have a role of another, whichever role writes it", async () => {
    const other = await newOrganisation(api, await rootAdministrator(api), "Other");
    const { roleId = "" } = await administratorRole(other);
    const insert = asOwner((owner) =>
      owner.query("insert into user_roles (organisation_id, user_id, role_id) values ($1, $2, $3)", [
        admin.organisationId,
        admin.userId,
        roleId,
      ]),
    );
    await expect(insert).rejects.toThrow("foreign key");
  });
});

describe("the administrators", () => {
  const state = (code: string) => expect.objectContaining({ code }) as Error;

  test("the ADMI role and group can neither be changed nor deleted, nor created a second time", async () => {
    const { roleId = "" } = await administratorRole(admin);
    const { groupId = "" } = await administratorGroup(admin);
    await expect(within((tx) => tx.updateTable("roles").set({ name: "x" }).where("id", "=", roleId).execute())).rejects.toEqual(
      state("AL001"),
    );
    const recode = { code: "OTHER", permissions: [] };
    await expect(within((tx) => tx.updateTable("roles").set(recode).where("id", "=", roleId).execute())).rejects.toEqual(state("AL001"));
    await expect(within((tx) => tx.updateTable("groups").set({ code: "OTHER" }).where("id", "=", groupId).execute())).rejects.toEqual(
      state("AL002"),
    );
    await expect(within((tx) => tx.deleteFrom("roles").where("id", "=", roleId).execute())).rejects.toEqual(state("AL001"));
    await expect(within((tx) => tx.updateTable("groups").set({ name: "x" }).where("id", "=", groupId).execute())).rejects.toEqual(
      state("AL002"),
    );
    await expect(within((tx) => tx.deleteFrom("groups").where("id", "=", groupId).execute())).rejects.toEqual(state("AL002"));
    await expect(within((tx) => tx.deleteFrom("group_roles").where("group_id", "=", groupId).execute())).rejects.toEqual(state("AL002"));
    const another = { id: newId(), organisation_id: admin.organisationId, name: "x", code: "ADMI" };
    await expect(within((tx) => tx.insertInto("groups").values(another).execute())).rejects.toEqual(state("23505"));
    const star = { ...another, code: "STAR", permissions: ["*"] };
    await expect(within((tx) => tx.insertInto("roles").values(star).execute())).rejects.toEqual(state("23514"));
  });

  test("an organisation without them cannot be committed", async () => {
    const bare = { id: newId(), name: "Bare", code: "BARE", managed_by: admin.organisationId };
    await expect(within((tx) => tx.insertInto("organisations").values(bare).execute())).rejects.toEqual(state("AL004"));
  });

  test("the last one cannot be removed, demoted or disabled", async () => {
    const { roleId = "" } = await administratorRole(admin);
    const at = { userId: admin.userId, roleId };
    const demote = await api.ask(admin.token, "user.role.remove", { at });
    expect([demote.statusCode, demote.json<{ code: string }>().code]).toEqual([409, "LAST_ADMINISTRATOR"]);
    const manager = await rootAdministrator(api);
    const disable = await api.ask(manager.token, "user.update", { at, body: { userStatus: "disabled" } });
    expect(disable.json<{ code: string }>().code).toBe("LAST_ADMINISTRATOR");
    const remove = await api.ask(manager.token, "user.delete", { at });
    expect(remove.json<{ code: string }>().code).toBe("LAST_ADMINISTRATOR");

    const second = await newColleague(api, admin, []);
    const { groupId = "" } = await administratorGroup(admin);
    await admin.must("group.member.add", { at: { groupId, userId: second.userId } });
    expect((await second.must("profile.read"))._embedded.permissions.length).toBeGreaterThan(40);
    await admin.must("user.role.remove", { at });
    const left = await api.ask(second.token, "group.member.remove", { at: { groupId, userId: second.userId } });
    expect(left.json<{ code: string }>().code).toBe("LAST_ADMINISTRATOR");
    await second.must("user.role.add", { at });
  });

  test("two administrators who demote each other concurrently do not both succeed", async () => {
    const first = await newOrganisation(api, await rootAdministrator(api), "Duel");
    const { roleId = "" } = await administratorRole(first);
    const second = await newColleague(api, first, []);
    await first.must("user.role.add", { at: { userId: second.userId, roleId } });
    const answers = await Promise.all([
      api.ask(first.token, "user.role.remove", { at: { userId: second.userId, roleId } }),
      api.ask(second.token, "user.role.remove", { at: { userId: first.userId, roleId } }),
    ]);
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  });

  test("deleting an organisation deletes its ADMI role and group", async () => {
    const root = await rootAdministrator(api);
    const gone = await newOrganisation(api, root, "Gone");
    await root.must("organisation.delete", { at: { organisationId: gone.organisationId }, query: { confirm: "Gone" } });
    expect((await api.ask(gone.token, "profile.read")).statusCode).toBe(403);
  });
});

test("a frozen version cannot be changed, not even by the schema's owner", async () => {
  const { versionId = "" } = await version(admin);
  await expect(asOwner((owner) => owner.query("update versions set definition = '{}' where id = $1", [versionId]))).rejects.toThrow(
    "frozen",
  );
});

/** Unused; kept for processes of the previous release, which run during an upgrade (`040-job-leases.sql`). */
const columnsOfOlderReleases = [
  "comparisons.lease",
  "experiment_results.lease",
  "imports.lease",
  "prediction_runs.lease",
  "prediction_runs.told_at",
  "training_jobs.lease",
];

test("the tables match their types", async () => {
  const index = createRequire(import.meta.url).resolve("@airlock/platform/postgres");
  const folder = join(dirname(index), "tables");
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const described = readTables(texts.join("\n"));
  const columns = await asOwner((owner) =>
    owner.query<{ table: string; column: string; nullable: string }>(
      `select table_name as table, column_name as column, is_nullable as nullable
       from information_schema.columns where table_schema = 'public' order by table_name, column_name`,
    ),
  );
  const found: Record<string, Record<string, boolean>> = {};
  for (const { table, column, nullable } of columns.rows) {
    if (!columnsOfOlderReleases.includes(`${table}.${column}`)) (found[table] ??= {})[column] = nullable === "YES";
  }
  expect(described).toEqual(found);
});

/** Column names and nullability from the interfaces, which are simple enough to parse without a compiler. */
function readTables(text: string): Record<string, Record<string, boolean>> {
  const interfaces = new Map<string, { readonly parent: string; readonly own: Record<string, boolean> }>();
  for (const [, name = "", , parent = "", body = ""] of text.matchAll(/interface (\w+)( extends (\w+))? \{([^}]*)\}/g)) {
    const own = [...body.matchAll(/readonly (\w+): ([^;]+);/g)].map(
      ([, column = "", type = ""]) => [column, type.includes("null")] as const,
    );
    interfaces.set(name, { parent, own: Object.fromEntries(own) });
  }
  const columnsOf = (name: string): Record<string, boolean> => {
    const found = interfaces.get(name);
    return found === undefined ? {} : { ...columnsOf(found.parent), ...found.own };
  };
  const tables = [...text.matchAll(/readonly (\w+): (\w+Table);/g)];
  return Object.fromEntries(tables.map(([, table = "", type = ""]) => [table, columnsOf(type)]));
}

test("the database writes who changed a row, and when", async () => {
  const colleague = await newColleague(api, admin, ["solutions.list", "solution.update", "solutions.create"]);
  const { _embedded } = await admin.must("solutions.create", { body: { name: "Stamped" } });
  await colleague.must("solution.update", { at: { solutionId: _embedded.webSafeString }, body: { name: "Again" } });
  const stamps = await within((tx) =>
    sql<object>`select created_by, updated_by, revision, updated_at > created_at as later from solutions where id = ${_embedded.webSafeString}`.execute(
      tx,
    ),
  );
  expect(stamps.rows).toEqual([{ created_by: admin.userId, updated_by: colleague.userId, revision: 2, later: true }]);
});
