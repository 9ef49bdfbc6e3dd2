import { createLog, newId } from "@airlock/platform";
import { openPostgres, type Postgres, type Tx } from "@airlock/platform/postgres";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { asOwner } from "../testing/warehouse-organisation.ts";
import { LeaseHeld, LeaseLost, withLease, type Lease } from "../lease/lease.ts";
import { beginRuns } from "./begin-runs.ts";
import { beginRun, endAttempt, endRun, isRunWanted } from "./run-row.ts";

const settings = inject("environment");
const ownerUrl = settings["AIRLOCK_POSTGRES_MIGRATION_URL"] ?? "";
const log = createLog({ name: "test", level: "silent" });
/** Several workers. Their jobs are discarded: the test is about which worker starts a run. */
const workers = Array.from({ length: 4 }, () =>
  openPostgres({ url: settings["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 2 }),
);
const stopping = new AbortController().signal;
const jobs = { send: () => Promise.resolve() };
let organisationId: string;

beforeAll(async () => {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ id: string }>("select id from organisations where managed_by is null limit 1"),
  );
  organisationId = rows[0]?.id ?? "";
});
afterAll(() => Promise.all(workers.map((worker) => worker.close())));

interface Scheduled {
  readonly scheduler: object;
  /** SQL. */
  readonly nextRun: string;
  readonly from: string;
}

/** A prediction with an active scheduler. The stack's own worker sees it as well, which must not affect the result. */
async function scheduled({ scheduler, nextRun, from }: Scheduled): Promise<string> {
  const id = newId();
  await asOwner(ownerUrl, (owner) =>
    owner.query(
      `insert into predictions (id, organisation_id, name, code, type, status, scheduler, next_run_at, scheduled_from)
       values ($1, $2, 'Scheduled', $1, 'analyticsPrediction', 'schedulerRunning', $3, ${nextRun}, ${from})`,
      [id, organisationId, JSON.stringify(scheduler)],
    ),
  );
  return id;
}

interface RunRow {
  readonly id: string;
  readonly number: number;
  readonly status: string;
  readonly message: string;
  readonly planned: string;
}

/** Times in UTC, to the minute. */
async function runsOf(predictionId: string): Promise<{ readonly runs: readonly RunRow[]; readonly next: Date; readonly now: Date }> {
  return asOwner(ownerUrl, async (owner) => {
    const { rows: runs } = await owner.query<RunRow>(
      `select id, number, status, message, to_char(planned_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as planned
       from prediction_runs where prediction_id = $1 order by number`,
      [predictionId],
    );
    const { rows } = await owner.query<{ next: Date; now: Date }>(
      "select next_run_at as next, now() as now from predictions where id = $1",
      [predictionId],
    );
    return { runs, next: rows[0]?.next ?? new Date(0), now: rows[0]?.now ?? new Date(0) };
  });
}

const everybody = () => Promise.all(workers.map((postgres) => beginRuns({ postgres, jobs, log })));
/** The worker of the instance looks for due runs, too. The others skip rows that it has locked, until it has started the run itself. */
const begunOf = (id: string, atLeast = 1) =>
  vi.waitFor(
    async () => {
      const found = await runsOf(id);
      expect(found.runs.length).toBeGreaterThanOrEqual(atLeast);
      return found;
    },
    { timeout: 120_000 },
  );
const remove = (id: string) => asOwner(ownerUrl, (owner) => owner.query("delete from predictions where id = $1", [id]));

test("a due run is started once, however many workers look for it", async () => {
  const ids: string[] = [];
  for (let one = 0; one < 5; one += 1) {
    ids.push(
      await scheduled({
        scheduler: { kind: "interval", interval: 60 },
        nextRun: "now() - interval '1 second'",
        from: "now() - interval '1 second'",
      }),
    );
  }
  await everybody();
  await everybody();
  for (const id of ids) {
    const { runs, next, now } = await begunOf(id);
    expect(runs.map(({ number }) => number)).toEqual([1]);
    expect(["waiting", "running", "failed"]).toContain(runs[0]?.status);
    expect(next.getTime()).toBeGreaterThan(now.getTime() + 3_500_000);
    await remove(id);
  }
});

test("predictions whose run cannot be started do not hide the one after them", async () => {
  const broken = newId();
  await asOwner(ownerUrl, (owner) =>
    owner.query(
      `insert into predictions (id, organisation_id, name, code, type, status, scheduler, next_run_at, scheduled_from)
       select $1 || n, $2, 'Broken', $1 || n, 'analyticsPrediction', 'schedulerRunning', '{"kind":"unknown"}', now() - interval '1 hour', now()
       from generate_series(100, 199) as n`,
      [broken, organisationId],
    ),
  );
  const id = await scheduled({
    scheduler: { kind: "interval", interval: 60 },
    nextRun: "now() - interval '1 second'",
    from: "now() - interval '1 second'",
  });
  try {
    await everybody();
    expect((await runsOf(id)).runs).toHaveLength(1);
  } finally {
    await asOwner(ownerUrl, (owner) => owner.query("delete from predictions where id = $1 or starts_with(id, $2)", [id, broken]));
  }
});

test("runs that were not started are missed, and one run replaces all of them", async () => {
  const from = "date_trunc('minute', now()) - interval '3 hours 30 minutes'";
  const id = await scheduled({ scheduler: { kind: "interval", interval: 60 }, nextRun: from, from });
  await everybody();
  const { runs, next, now } = await begunOf(id);
  expect(runs.map(({ number, status }) => [number, status === "missed"])).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [4, false],
  ]);
  expect(runs[0]?.message).toBe("No worker was running.");
  expect(next > now).toBe(true);
  await everybody();
  expect((await runsOf(id)).runs).toHaveLength(4);
  await remove(id);
});

test("of many missed runs the latest are listed and all of them are counted", async () => {
  // A whole minute after the next due time: the worker of the instance starts runs that fall due meanwhile.
  const from = "now() - interval '30 days' - interval '1 second'";
  const id = await scheduled({ scheduler: { kind: "interval", interval: 1 }, nextRun: from, from });
  await everybody();
  const { runs } = await begunOf(id);
  expect(runs).toHaveLength(11);
  expect(runs.filter(({ status }) => status === "missed")).toHaveLength(10);
  const unlisted = Number(/The (\d+) runs before were missed too\./.exec(runs[0]?.message ?? "")?.[1]);
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ missed: number }>(
      `select (extract(epoch from r.planned_at - p.scheduled_from) / 60)::int as missed
       from predictions p join prediction_runs r on r.prediction_id = p.id where p.id = $1 order by r.number desc limit 1`,
      [id],
    ),
  );
  expect(unlisted + 10).toBe(rows[0]?.missed);
  expect(unlisted).toBeGreaterThan(43_000);
  await remove(id);
});

test("no run is started while another one is running", async () => {
  const id = await scheduled({
    scheduler: { kind: "interval", interval: 60 },
    nextRun: "now() + interval '1 year'",
    from: "now() - interval '1 hour'",
  });
  const runId = newId();
  await asOwner(ownerUrl, async (owner) => {
    await owner.query(
      `insert into prediction_runs (id, organisation_id, prediction_id, number, status, planned_at)
       values ($1, $2, $3, 1, 'running', now() - interval '1 hour')`,
      [runId, organisationId, id],
    );
    await owner.query("update predictions set next_run_at = now() where id = $1", [id]);
    // A constraint of the database prevents two running ones.
    const second =
      "insert into prediction_runs (id, organisation_id, prediction_id, number, status, planned_at) values ($1, $2, $3, 9, 'waiting', now())";
    await expect(owner.query(second, [newId(), organisationId, id])).rejects.toMatchObject({ code: "23505" });
  });
  await everybody();
  const { runs, next, now } = await begunOf(id, 2);
  expect(runs).toMatchObject([
    { number: 1, status: "running" },
    { number: 2, status: "missed", message: "Run 1 was still in progress." },
  ]);
  expect(next > now).toBe(true);
  await remove(id);
});

test("a run belongs to one worker; another takes it over when the lease expired, with the same cut-off", async () => {
  const id = await scheduled({ scheduler: {}, nextRun: "null", from: "null" });
  const runId = newId();
  await asOwner(ownerUrl, (owner) =>
    owner.query(
      "insert into prediction_runs (id, organisation_id, prediction_id, number, status, planned_at) values ($1, $2, $3, 1, 'waiting', now())",
      [runId, organisationId, id],
    ),
  );
  const [one, other] = workers;
  if (one === undefined || other === undefined) throw new Error("There are no workers.");
  const job = { organisationId, jobId: runId, isWanted: (tx: Tx) => isRunWanted(tx, runId) };
  const take = <Result>(postgres: Postgres, work: (lease: Lease) => Promise<Result>) => withLease({ postgres, log, stopping }, job, work);
  const silentSince = (when: string) =>
    asOwner(ownerUrl, (owner) => owner.query(`update job_leases set renewed_at = now() ${when} where job_id = $1`, [runId]));
  await take(one, async (lost) => {
    const first = await beginRun(lost);
    // Its lease does not expire, however slow this machine is.
    await silentSince("+ interval '1 hour'");
    await expect(take(other, beginRun)).rejects.toThrow(LeaseHeld);
    await vi.waitFor(async () => {
      // As if it had been killed: no more heartbeats. One that was already sent may still arrive.
      await silentSince("- interval '6 seconds'");
      const isOver = await take(other, async (lease) => {
        const second = await beginRun(lease);
        expect([second.asOf, second.tries]).toEqual([first.asOf, 2]);
        expect([await lost.isHeld(), await lease.isHeld()]).toEqual([false, true]);
        await expect(endAttempt(lost, "late")).rejects.toThrow(LeaseLost);
        await vi.waitFor(() => expect(lost.signal.reason).toBeInstanceOf(LeaseLost), { timeout: 120_000 });
        await remove(id);
        expect(await lease.isHeld()).toBe(false);
        return true;
      });
      expect(isOver).toBe(true);
    }, 30_000);
  });
  expect(await take(one, beginRun)).toBeUndefined();
});

test("a run that ended after its lease was taken does not start", async () => {
  const id = await scheduled({ scheduler: {}, nextRun: "null", from: "null" });
  const runId = newId();
  const run = (statement: string) => asOwner(ownerUrl, (owner) => owner.query(statement, [runId]));
  await asOwner(ownerUrl, (owner) =>
    owner.query(
      "insert into prediction_runs (id, organisation_id, prediction_id, number, status, planned_at) values ($1, $2, $3, 1, 'waiting', now())",
      [runId, organisationId, id],
    ),
  );
  const [postgres] = workers;
  if (postgres === undefined) throw new Error("There are no workers.");
  const job = { organisationId, jobId: runId, isWanted: (tx: Tx) => isRunWanted(tx, runId) };
  await withLease({ postgres, log, stopping }, job, async (lease) => {
    await run("update prediction_runs set status = 'failed' where id = $1");
    await expect(beginRun(lease)).rejects.toThrow(LeaseLost);
  });
  expect((await run("select status from prediction_runs where id = $1")).rows).toEqual([{ status: "failed" }]);
  await remove(id);
});

test("a stopped scheduler starts no runs", async () => {
  const id = await scheduled({ scheduler: {}, nextRun: "now() + interval '1 year'", from: "now()" });
  await asOwner(ownerUrl, (owner) =>
    owner.query("update predictions set status = 'schedulerStopped', next_run_at = now() - interval '1 hour' where id = $1", [id]),
  );
  await everybody();
  expect((await runsOf(id)).runs).toEqual([]);
  await remove(id);
});

test("of a scheduler that ran for years, the last models and runs are kept", async () => {
  const id = await scheduled({ scheduler: {}, nextRun: "null", from: "null" });
  const runId = newId();
  await asOwner(ownerUrl, async (owner) => {
    await owner.query(
      `insert into training_jobs (id, organisation_id, prediction_id, number, status, config)
       select $1 || lpad(n::text, 4, '0'), $2, $1, n, 'trained', '{}' from generate_series(1, 60) as n`,
      [id, organisationId],
    );
    await owner.query(
      `insert into prediction_models (organisation_id, prediction_id, number, training_job_id, objective, hash, rows_hash, rows, metric, report, artefact)
       select $2, $1, n, $1 || lpad(n::text, 4, '0'), 'binary', '', '', 1, '{}', '{}', '' from generate_series(1, 60) as n`,
      [id, organisationId],
    );
    await owner.query(
      `insert into prediction_scores (organisation_id, prediction_id, number, model, run_id, as_of, persons, hash, artefact)
       select $2, $1, n, n, 'run ' || n, now(), 1, '', '' from generate_series(58, 60) as n`,
      [id, organisationId],
    );
    await owner.query(
      `insert into prediction_runs (id, organisation_id, prediction_id, number, status, planned_at)
       select $1 || n, $2, $1, n, 'missed', now() from generate_series(1, 1009) as n`,
      [id, organisationId],
    );
    await owner.query(
      "insert into prediction_runs (id, organisation_id, prediction_id, number, status, planned_at) values ($1, $2, $3, 1010, 'waiting', now())",
      [runId, organisationId, id],
    );
  });
  const [postgres] = workers;
  if (postgres === undefined) throw new Error("There are no workers.");
  const sent: unknown[] = [];
  const queue = { send: (_: unknown, name: string, data: object) => Promise.resolve(void sent.push([name, data])) };
  await withLease(
    { postgres, log, stopping },
    { organisationId, jobId: runId, isWanted: (tx) => isRunWanted(tx, runId) },
    async (lease) => {
      const taken = await beginRun(lease);
      await endRun(lease, queue, taken, [59, 60], { trainingSetKey: "g", trained: true, model: 60, persons: 1, message: "" });
    },
  );
  const numbers = async (table: string, column = "number") =>
    asOwner(ownerUrl, async (owner) => {
      const { rows } = await owner.query<{ first: number; count: number }>(
        `select min(${column})::int as first, count(*)::int as count from ${table} where prediction_id = $1`,
        [id],
      );
      return [rows[0]?.first, rows[0]?.count];
    });
  expect(await numbers("prediction_models")).toEqual([11, 50]);
  expect(await numbers("training_jobs")).toEqual([11, 50]);
  expect(await numbers("prediction_scores", "model")).toEqual([59, 2]);
  expect(await numbers("prediction_runs")).toEqual([11, 1000]);
  // A job publishes to the runtimes' bucket that the other model has no scores any more.
  expect(sent).toEqual([["scores.publish", { organisationId, predictionId: id, model: 58 }]]);
  await remove(id);
});
