import { createLog, newId } from "@airlock/platform";
import { openPostgres } from "@airlock/platform/postgres";
import { afterAll, expect, inject, test } from "vitest";
import { repeatTask } from "./repeat-task.ts";
import { asOwner } from "./testing/warehouse-organisation.ts";

const settings = inject("environment");
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: settings["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 4 });
afterAll(() => postgres.close());

test("a task that takes longer than its interval remains taken, and another worker runs it afterwards", async () => {
  const name = `test ${newId()}`;
  const intervalSeconds = 1;
  const started: string[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const worker = (who: string) =>
    repeatTask({
      postgres,
      name,
      intervalSeconds,
      restMillis: 10,
      work: async () => {
        started.push(who);
        await finished;
      },
      log,
    });
  /** In seconds: until the interval after it, no other worker takes the task. */
  const takenAt = () =>
    asOwner(settings["AIRLOCK_POSTGRES_MIGRATION_URL"] ?? "", async (owner) => {
      const statement = "select extract(epoch from taken_at)::float8 as at from airlock.tasks where name = $1";
      return (await owner.query<{ at: number }>(statement, [name])).rows[0]?.at ?? 0;
    });
  const first = worker("first");
  await expect.poll(() => started).toEqual(["first"]);
  const began = await takenAt();
  await expect.poll(takenAt).toBeGreaterThan(began + intervalSeconds);
  expect(started).toEqual(["first"]);
  finish();
  await first.stop();
  const second = worker("second");
  await expect.poll(() => started).toContain("second");
  await second.stop();
});
