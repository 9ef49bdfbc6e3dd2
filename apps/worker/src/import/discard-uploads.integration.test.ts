import { createLog, newId } from "@airlock/platform";
import { openPostgres, type Postgres } from "@airlock/platform/postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { discardUploads } from "./discard-uploads.ts";

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

test("uploads that were not finished within a week are discarded; one that the bucket does not discard is kept, and does not stop others", async () => {
  const [older, old, recent] = [await begun(9), await begun(8), await begun(6)];
  const all = [older, old, recent];
  const cancelled: string[] = [];
  const lines: string[] = [];
  const log = createLog({ name: "test", level: "info", destination: { write: (line: string) => void lines.push(line) } });
  const discard = (fails: boolean) =>
    discardUploads({
      postgres,
      log,
      ownBucket: {
        cancelUpload: (session: string) => {
          if (session === older && fails) return Promise.reject(new Error("away"));
          if (all.includes(session)) cancelled.push(session);
          return Promise.resolve();
        },
        discardUnfinishedBefore: () => Promise.resolve(0),
      },
    });
  await discard(true);
  expect([cancelled, await kept(all)]).toEqual([[old], [older, recent]]);
  expect(lines.filter((line) => line.includes("away") && line.includes(older))).toHaveLength(1);
  await discard(false);
  expect([cancelled, await kept(all)]).toEqual([[old, older], [recent]]);
  await owner.query("delete from uploads where id = $1", [recent]);
});

test("what has no row is discarded by one worker a day, if it began more than a week ago", async () => {
  await owner.query("delete from airlock.tasks where name = 'discard unfinished uploads'");
  const times: number[] = [];
  const ownBucket = {
    cancelUpload: () => Promise.resolve(),
    discardUnfinishedBefore: (time: Date) => {
      times.push(Math.round((Date.now() - time.getTime()) / 86_400_000));
      return Promise.resolve(0);
    },
  };
  const log = createLog({ name: "test", level: "silent" });
  for (let turn = 0; turn < 2; turn += 1) await discardUploads({ postgres, ownBucket, log });
  expect(times).toEqual([7]);
});
