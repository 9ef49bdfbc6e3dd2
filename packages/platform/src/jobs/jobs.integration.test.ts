import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "../process/id.ts";
import { openPostgres } from "../postgres/index.ts";
import { createLog } from "../process/log.ts";
import { openJobs } from "./jobs.ts";

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

test("deployments of one organisation that runtimes do not confirm do not delay those of others", async () => {
  const url = inject("environment")["AIRLOCK_POSTGRES_URL"] ?? "";
  const log = createLog({ name: "test", level: "silent" });
  const postgres = openPostgres({ url, name: "test", log, connections: 1 });
  const jobs = await openJobs({ url, log });
  const [busy, other, versionId] = [newId(), newId(), newId()];
  const confirmed = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const order = (organisationId: string) =>
    postgres.transaction((tx) => jobs.send(tx, "deployment.publish", { organisationId, versionId }, {}));
  let waiting = 0;
  let maxWaiting = 0;
  try {
    for (let count = 0; count < 10; count += 1) await order(busy);
    await order(other);
    await jobs.work("deployment.publish", async ({ organisationId }) => {
      if (organisationId === other) return reached.resolve();
      if (organisationId !== busy) throw new Error("It belongs to another test.");
      waiting += 1;
      maxWaiting = Math.max(maxWaiting, waiting);
      await confirmed.promise;
      waiting -= 1;
    });
    await reached.promise;
    expect(maxWaiting).toBeLessThanOrEqual(2);
  } finally {
    confirmed.resolve();
    await jobs.close();
    await owner.query("delete from pgboss.job where name = 'deployment.publish' and data->'data'->>'versionId' = $1", [versionId]);
    await postgres.close();
  }
});
