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

/** An export whose file expired a moment ago, or expires in an hour. Returns its object. */
async function exported(isExpired: boolean): Promise<string> {
  const id = newId();
  await asOwner(ownerUrl, (owner) =>
    owner.query(
      `insert into exports (id, organisation_id, format, filters, status, object, expires_at)
       select $1, id, 'csv', '{}', 'done', $1, now() + $2::interval from organisations where managed_by is null limit 1`,
      [id, isExpired ? "-1 second" : "1 hour"],
    ),
  );
  return id;
}

async function kept(objects: readonly string[]): Promise<readonly string[]> {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ id: string }>("select id from exports where id = any($1) order by id", [objects]),
  );
  return rows.map(({ id }) => id);
}

test("a file that the bucket does not remove is kept with its row, and does not stop others", async () => {
  const [failing, expired, recent] = [await exported(true), await exported(true), await exported(false)];
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
