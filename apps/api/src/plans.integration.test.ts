import type { ActionName } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { asOwner, newOrganisation, rootAdministrator, type Person } from "./testing/person.ts";
import { setting, startTestApi, type TestApi } from "./testing/test-api.ts";

let api: TestApi;
let admin: Person;
const people = 20_000;
const organisations = 2_000;
const groups = 10_000;
const unaudited = ["users", "groups", "roles", "group_roles"];

/** Enough users, groups and organisations, own and managed, that a full scan would show. */
beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Plans");
  const { _embedded: managed } = await admin.must("organisations.create", { body: { name: "Managed" } });
  const homes = [admin.organisationId, managed.webSafeString];
  await asOwner(async (owner) => {
    await owner.query("begin");
    // Organisations stay audited: the chain of each begins with its own entry, and `audit:verify` checks this database too.
    for (const table of unaudited) await owner.query(`alter table ${table} disable trigger audit`);
    await owner.query(
      `insert into users (id, organisation_id, type, first_name, name, email, status)
       select $3 || n, case when n % 4 = 0 then $1 else $2 end, 'User', 'F' || n % 100, 'Name' || md5(n::text), n || '@' || $3 || '.test', 'invited'
       from generate_series(1, ${people}) n`,
      [...homes, newId()],
    );
    await owner.query(
      `insert into groups (id, organisation_id, name, description, code)
       select $3 || n, case when n % 4 = 0 then $1 else $2 end, 'Group' || md5(n::text), 'About ' || n % 100, 'G' || n
       from generate_series(1, ${groups}) n`,
      [...homes, newId()],
    );
    const [id, role, group] = [newId(), newId(), newId()];
    await owner.query(
      `insert into organisations (id, name, code, managed_by) select $1 || n, 'Name' || md5(n::text), $1 || n, $2 from generate_series(1, ${organisations}) n`,
      [id, admin.organisationId],
    );
    await owner.query(
      `insert into roles (id, organisation_id, name, code, permissions) select $2 || n, $1 || n, 'Role' || md5(n::text), 'ADMI', '{*}' from generate_series(1, ${organisations}) n`,
      [id, role],
    );
    await owner.query(
      `insert into groups (id, organisation_id, name, code) select $2 || n, $1 || n, 'Administrators', 'ADMI' from generate_series(1, ${organisations}) n`,
      [id, group],
    );
    await owner.query(
      `insert into group_roles (organisation_id, group_id, role_id) select $1 || n, $3 || n, $2 || n from generate_series(1, ${organisations}) n`,
      [id, role, group],
    );
    await owner.query("set constraints all immediate");
    for (const table of unaudited) await owner.query(`alter table ${table} enable trigger audit`);
    await owner.query("commit");
    await owner.query("vacuum analyze organisations, users, groups, roles, group_roles");
  });
});
afterAll(() => api.close());

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

function isStatement(query: unknown): query is Statement {
  return typeof query === "object" && query !== null && "text" in query && "values" in query;
}

/** Records every statement that the api sends to Postgres for a list. */
async function statementsOf(name: ActionName, query: Record<string, string>): Promise<readonly Statement[]> {
  const spy = vi.spyOn(Client.prototype, "query");
  try {
    expect((await api.ask(admin.token, name, { query })).statusCode).toBe(200);
    const calls: readonly (readonly unknown[])[] = spy.mock.calls;
    return calls
      .flatMap(([statement]) => (isStatement(statement) ? [statement] : []))
      .filter(({ text }) => !text.includes("airlock.enter"));
  } finally {
    spy.mockRestore();
  }
}

/** Explains each of them twice: for its actual values, and as the generic plan of a prepared statement. */
async function plans(name: ActionName, query: Record<string, string>): Promise<string> {
  const statements = await statementsOf(name, query);
  expect(statements.length).toBeGreaterThanOrEqual(1);
  const client = new Client({ connectionString: setting("AIRLOCK_POSTGRES_URL") });
  await client.connect();
  try {
    await client.query("select set_config('airlock.organisation', $1, false)", [admin.organisationId]);
    await client.query("set plan_cache_mode = force_generic_plan");
    const explained: string[] = [];
    for (const { text, values } of statements) {
      const given = values.map((value) => client.escapeLiteral(Array.isArray(value) ? `{${value.join(",")}}` : String(value)));
      await client.query(`prepare listed as ${text}`);
      const queries = [
        client.query<Record<"QUERY PLAN", string>>(`explain (costs off) ${text}`, [...values]),
        // A search is never prepared: it is planned for its pattern.
        ...(text.includes("like $")
          ? []
          : [client.query<Record<"QUERY PLAN", string>>(`explain (costs off) execute listed (${given.join(", ")})`)]),
      ];
      for (const { rows } of await Promise.all(queries)) explained.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
      await client.query("deallocate listed");
    }
    return explained.join("\n\n");
  } finally {
    await client.end();
  }
}

function further(key: string): Record<string, string> {
  return { after: Buffer.from(JSON.stringify([key, "0"])).toString("base64url") };
}

const queriesOf: Readonly<Record<string, Readonly<Record<string, Record<string, string>>>>> = {
  users: {
    "first page": {},
    "by address, from the end": { sort: "-emailAddress" },
    "by first name": { sort: "firstName" },
    "by the shown name": { sort: "fullName" },
    "by last sign-in": { sort: "-lastLoginDate" },
    "by status": { sort: "userStatus" },
    "by age": { sort: "createdDate" },
    "a search for a few": { search: "nameC4CA" },
    "a search for nobody": { search: "zzzzzz" },
    "a page further on": further("namef"),
  },
  organisations: {
    "first page": {},
    "by name, from the end": { sort: "-name" },
    "by code": { sort: "code" },
    "by age": { sort: "createdDate" },
    "a search for a few": { search: "nameC4CA" },
    "a search for none": { search: "zzzzzz" },
    "a page further on": further("namef"),
  },
  groups: {
    "first page": {},
    "by description": { sort: "description" },
    "by code, from the end": { sort: "-code" },
    "by age": { sort: "createdDate" },
    "a search for a few": { search: "groupC4CA" },
    "a search for none": { search: "zzzzzz" },
    "a page further on": further("groupf"),
  },
};
const lists = { users: "users.list", organisations: "organisations.list", groups: "groups.list" } as const;

describe.each(Object.entries(lists))("no page of %s reads the whole table", (table, name) => {
  test.each(Object.entries(queriesOf[table] ?? {}))("%s", async (_case, query) => {
    const plan = await plans(name, { limit: "10", ...query });
    expect(plan).toContain("Index");
    expect(plan.split("\n").filter((line) => line.includes(`Seq Scan on ${table}`))).toEqual([]);
    // A scan of all organisations' rows in the order of one index, filtered until enough of one's own are found.
    expect(plan).not.toMatch(
      new RegExp(`Index (Only )?Scan using ${table}_pkey on ${table}[^\\n]*\\n\\s*Filter: \\(?(organisation_id|managed_by) =`),
    );
  });

  test("a later page starts at its position in the index, not at the beginning of the list", async () => {
    const plan = await plans(name, { limit: "10", sort: "name", ...further("namef") });
    expect(plan).toMatch(/Index Cond: .*ROW\(lower\(name\), id\) > ROW/);
  });
});

test("a later page of users by displayed name starts at its position in an index of its own", async () => {
  const plan = await plans("users.list", { limit: "10", sort: "fullName", ...further("namef") });
  expect(plan).toMatch(/Index Cond: .*ROW\(lower\(ltrim\(.*\), id\) > ROW/);
});

test("a page is fast although many rows match", async () => {
  const { items, _embedded } = await admin.must("users.list", { query: { search: "name", limit: "10" } });
  expect(items).toHaveLength(10);
  expect(_embedded).toEqual({ total: 1000, exact: false });
  expect((await admin.must("users.list", { query: { limit: "10" } }))._embedded).toEqual({ total: 1000, exact: false });
  const few = await admin.must("users.list", { query: { search: "@", sort: "emailAddress", limit: "3" } });
  expect(few.items.map((item) => item._embedded.emailAddress)).toEqual(few.items.map((item) => item._embedded.emailAddress).toSorted());
});
