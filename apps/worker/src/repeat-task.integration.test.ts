import { createLog, newId } from "@airlock/platform";
import { openPostgres } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { afterAll, expect, inject, test } from "vitest";
import { repeatTask } from "./repeat-task.ts";

const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: inject("environment")["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 4 });
afterAll(() => postgres.close());

async function databaseSeconds(): Promise<number> {
  const { rows } = await postgres.transaction((tx) => sql<{ at: number }>`select extract(epoch from now())::float8 as at`.execute(tx));
  return rows[0]?.at ?? 0;
}

test("a task that takes longer than its interval runs in one worker, and another one runs it afterwards", async () => {
  const name = `test ${newId()}`;
  const started: string[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const worker = (who: string) =>
    repeatTask({
      postgres,
      name,
      intervalSeconds: 1,
      restMillis: 10,
      work: async () => {
        started.push(who);
        await finished;
      },
      log,
    });
  const workers = [worker("first"), worker("second")];
  await expect.poll(() => started).toHaveLength(1);
  const began = await databaseSeconds();
  await expect.poll(databaseSeconds).toBeGreaterThan(began + 4);
  expect(started).toHaveLength(1);
  finish();
  await expect.poll(() => started.length).toBeGreaterThan(1);
  await Promise.all(workers.map(({ stop }) => stop()));
});
