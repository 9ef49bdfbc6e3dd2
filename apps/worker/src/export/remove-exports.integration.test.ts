import { createLog, newId } from "@airlock/platform";
import { openPostgres } from "@airlock/platform/postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { asOwner } from "../testing/warehouse-organisation.ts";
import { removeExpiredExports } from "./remove-exports.ts";

const settings = inject("environment");
const ownerUrl = settings["AIRLOCK_POSTGRES_MIGRATION_URL"] ?? "";
const postgres = openPostgres({
  url: settings["AIRLOCK_POSTGRES_URL"] ?? "",
  name: "test",
  log: createLog({ name: "test", level: "silent" }),
  connections: 2,
});
/** Takes the task, so that the worker of the instance does not remove anything meanwhile. */
const takeRemovals = (until: string) =>
  asOwner(ownerUrl, (owner) =>
    owner.query(
      `insert into airlock.tasks (name, taken_at) values ('remove exports', now() + $1::interval)
       on conflict (name) do update set taken_at = excluded.taken_at`,
      [until],
    ),
  );
beforeAll(() => takeRemovals("1 hour"));
afterAll(async () => {
  await takeRemovals("0 hours");
  await postgres.close();
});

/** Exports whose file expired a moment ago, or expires in an hour. Returns their objects. */
async function exported(count: number, isExpired: boolean): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await asOwner(ownerUrl, (owner) =>
    owner.query(
      `insert into exports (id, organisation_id, format, filters, status, object, expires_at)
       select new.id, o.id, 'csv', '{}', 'done', new.id, now() + $2::interval
       from unnest($1::text[]) as new (id), (select id from organisations where managed_by is null limit 1) o`,
      [ids, isExpired ? "-1 second" : "1 hour"],
    ),
  );
  return ids;
}

async function kept(objects: readonly string[]): Promise<readonly string[]> {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ id: string }>("select id from exports where id = any($1) order by id", [objects]),
  );
  return rows.map(({ id }) => id);
}

test("a file that the bucket does not remove is kept with its row, and does not stop others", async () => {
  const [failing = "", expired = ""] = await exported(2, true);
  const [recent = ""] = await exported(1, false);
  const all = [failing, expired, recent];
  const removed: string[] = [];
  const lines: string[] = [];
  const log = createLog({ name: "test", level: "info", destination: { write: (line: string) => void lines.push(line) } });
  const sweep = (fails: boolean) =>
    removeExpiredExports(
      {
        postgres,
        log,
        bucket: {
          remove: (object) => {
            if (object === failing && fails) return Promise.reject(new Error("away"));
            if (all.includes(object)) removed.push(object);
            return Promise.resolve();
          },
        },
      },
      new AbortController().signal,
    );
  await sweep(true);
  expect([removed, await kept(all)]).toEqual([[expired], [failing, recent]]);
  expect(lines.filter((line) => line.includes("away") && line.includes(failing))).toHaveLength(1);
  await sweep(false);
  expect([removed, await kept(all)]).toEqual([[expired, failing], [recent]]);
  await asOwner(ownerUrl, (owner) => owner.query("delete from exports where id = $1", [recent]));
});

test("a hundred files that the bucket does not remove do not hide those after them", async () => {
  const failing = await exported(100, true);
  const [last = ""] = await exported(1, true);
  const sweep = (remove: (object: string) => Promise<void>) =>
    removeExpiredExports({ postgres, log: createLog({ name: "test", level: "silent" }), bucket: { remove } }, new AbortController().signal);
  await sweep((object) => (failing.includes(object) ? Promise.reject(new Error("away")) : Promise.resolve()));
  expect(await kept([...failing, last])).toEqual(failing);
  await sweep(() => Promise.resolve());
  expect(await kept(failing)).toEqual([]);
});
