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

/** Uploads that were begun some days ago. */
async function begun(count: number, days: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const insert = `insert into uploads (id, organisation_id, file_name, object, length, session, created_at)
    select new.id, o.id, 'f', 'o', 1, new.id, now() - make_interval(days => $2)
    from unnest($1::text[]) as new (id), (select id from organisations where managed_by is null limit 1) o`;
  await owner.query(insert, [ids, days]);
  return ids;
}
async function kept(ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await owner.query<{ id: string }>("select id from uploads where id = any($1) order by id", [ids]);
  return rows.map(({ id }) => id);
}

test("uploads that were not finished within a week are discarded; one that the bucket does not discard is kept, and does not stop others", async () => {
  const [[older = ""], [old = ""], [recent = ""]] = [await begun(1, 9), await begun(1, 8), await begun(1, 6)];
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

test("a hundred uploads that the bucket does not discard do not hide those after them", async () => {
  const failing = await begun(100, 9);
  const [last = ""] = await begun(1, 8);
  const discard = (cancelUpload: (session: string) => Promise<void>) =>
    discardUploads({
      postgres,
      log: createLog({ name: "test", level: "silent" }),
      ownBucket: { cancelUpload, discardUnfinishedBefore: () => Promise.resolve(0) },
    });
  await discard((session) => (failing.includes(session) ? Promise.reject(new Error("away")) : Promise.resolve()));
  expect(await kept([...failing, last])).toEqual(failing);
  await discard(() => Promise.resolve());
  expect(await kept(failing)).toEqual([]);
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
