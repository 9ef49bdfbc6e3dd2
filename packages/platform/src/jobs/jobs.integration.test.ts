import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

const owner = new Client({ connectionString: inject("environment")["AIRLOCK_POSTGRES_MIGRATION_URL"] });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

interface Queue {
  readonly name: string;
  /** While each attempt fails at once. */
  readonly retriedHours: number;
  readonly keptHours: number;
}

/** The first four retries are sooner than the longest delay, which has no jitter. */
async function longQueues(): Promise<readonly Queue[]> {
  const { rows } = await owner.query<Queue>(
    `select name, (retry_limit - 4) * retry_delay_max::float8 / 3600 as "retriedHours", retention_seconds::float8 / 3600 as "keptHours"
     from pgboss.queue where heartbeat_seconds is not null order by name`,
  );
  return rows;
}

test("long jobs are retried for longer than their handlers wait before they store that the job failed", async () => {
  const patienceHours = 6;
  const queues = await longQueues();
  expect(queues.map(({ name }) => name)).toContain("export.run");
  expect(queues.filter(({ retriedHours, keptHours }) => Math.min(retriedHours, keptHours) < 2 * patienceHours)).toEqual([]);
});

test("an erasure is retried for as long as it takes", async () => {
  const erasure = (await longQueues()).find(({ name }) => name === "erasure.run");
  const yearHours = 365 * 24;
  expect(erasure?.retriedHours).toBeGreaterThan(50 * yearHours);
  expect(erasure?.keptHours).toBeGreaterThan(50 * yearHours);
});
