import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Set by the integration project's global setup. */
    readonly environment: Record<string, string>;
  }
}

const connect = async (setting: string): Promise<Client> => {
  const client = new Client({ connectionString: inject("environment")[setting] });
  await client.connect();
  return client;
};

let owner: Client;
let app: Client;

beforeAll(async () => {
  owner = await connect("AIRLOCK_POSTGRES_MIGRATION_URL");
  app = await connect("AIRLOCK_POSTGRES_URL");
});
afterAll(async () => {
  await owner.end();
  await app.end();
});

/** Shadows `users` with a temporary table whose trigger runs as the role that updates it. */
async function shadowUsers(client: Client): Promise<void> {
  await client.query(
    `create temporary table users (id text, issuer text, subject text, status text, type text, email text, created_at timestamptz,
       organisation_id text, last_login_at timestamptz, first_name text, name text, code text)`,
  );
  await client.query("insert into pg_temp.users values ('u', 'x', 'y', 'active', 'User', 'e', now(), 'o', null, '', '', '')");
  await client.query(
    `create function pg_temp.evil() returns trigger language plpgsql as $f$ begin raise exception 'ran as %', current_user; end $f$`,
  );
  await client.query("create trigger evil before update on pg_temp.users for each row execute function pg_temp.evil()");
}

describe("security definer functions", () => {
  test("the api's role cannot create temporary tables to shadow theirs", async () => {
    await app.query("begin");
    try {
      await expect(shadowUsers(app)).rejects.toThrow("permission denied to create temporary tables");
    } finally {
      await app.query("rollback");
    }
  });

  test("read the real tables, whatever temporary table has the same name", async () => {
    await owner.query("begin");
    try {
      await shadowUsers(owner);
      const { rows } = await owner.query("select * from airlock.sign_in('x', 'y', '', '', '')");
      expect(rows).toEqual([]);
    } finally {
      await owner.query("rollback");
    }
  });

  test("all have a search path that ends with pg_temp", async () => {
    const { rows } = await owner.query<{ name: string }>("select name from airlock.unsafe_functions");
    expect(rows).toEqual([]);
  });

  test("a function with another search path, or with none, is found", async () => {
    await owner.query("begin");
    try {
      await owner.query("create function airlock.careless() returns int language sql security definer as 'select 1'");
      await owner.query("create function airlock.usual() returns int language sql security definer set search_path = public as 'select 1'");
      await owner.query("create function public.harmless() returns int language sql as 'select 1'");
      const { rows } = await owner.query<{ name: string }>("select name from airlock.unsafe_functions order by name");
      expect(rows.map((row) => row.name)).toEqual(["airlock.careless()", "airlock.usual()"]);
    } finally {
      await owner.query("rollback");
    }
  });
});
