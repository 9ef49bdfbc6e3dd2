import { createLog, newId } from "@airlock/platform";
import { openPostgres, type Postgres } from "@airlock/platform/postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { discardAbandonedUploads } from "./discard-uploads.ts";

const environment = inject("environment");
const owner = new Client({ connectionString: environment["AIRLOCK_POSTGRES_MIGRATION_URL"] });
let postgres: Postgres;
beforeAll(async () => {
  await owner.connect();
  const log = createLog({ name: "test", level: "silent" });
  postgres = openPostgres({ url: environment["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 2 });
});
afterAll(async () => {
  await postgres.close();
  await owner.end();
});

async function begun(days: number): Promise<string> {
  const id = newId();
  const insert = `insert into uploads (id, organisation_id, file_name, object, length, session, created_at)
    select $1, o.id, 'f', 'o', 1, $1, now() - make_interval(days => $2) from organisations o where o.managed_by is null`;
  await owner.query(insert, [id, days]);
  return id;
}
async function kept(ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await owner.query<{ id: string }>("select id from uploads where id = any($1) order by created_at", [ids]);
  return rows.map(({ id }) => id);
}

test("uploads that were not finished within a week are discarded; one that the bucket does not discard is kept", async () => {
  const [old, older, recent] = [await begun(8), await begun(9), await begun(6)];
  const cancelled: string[] = [];
  const cancel = (fails: boolean) => ({
    cancelUpload: (session: string) => {
      if (session === old && fails) return Promise.reject(new Error("away"));
      if ([old, older, recent].includes(session)) cancelled.push(session);
      return Promise.resolve();
    },
  });
  await expect(discardAbandonedUploads(postgres, cancel(true))).rejects.toThrow("away");
  expect([cancelled, await kept([old, older, recent])]).toEqual([[older], [old, recent]]);
  await discardAbandonedUploads(postgres, cancel(false));
  expect([cancelled, await kept([old, older, recent])]).toEqual([[older, old], [recent]]);
  await owner.query("delete from uploads where id = $1", [recent]);
});
