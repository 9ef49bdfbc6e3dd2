/**
 * The worker's queries across organisations. Each calls one function of the schema that bypasses row-level security and returns little more than ids;
 * the work itself is done inside each organisation.
 */
import type { Postgres } from "@airlock/platform/postgres";
import { sql, type RawBuilder } from "kysely";

/** Over all organisations: monitors that were not evaluated for that long, the longest waiting first, with a limit per organisation. */
export function dueMonitors(
  postgres: Postgres,
  restSeconds: number,
  maxEach: number,
): Promise<readonly { readonly organisationId: string; readonly id: string }[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ organisationId: string; id: string }>`
      select organisation_id as "organisationId", id from airlock.due_monitors(make_interval(secs => ${restSeconds}), ${maxEach})
    `.execute(tx);
    return found.rows;
  });
}

/** Over all organisations: those of these datasources that were deleted. */
export async function datasourcesGone(postgres: Postgres, ids: readonly string[]): Promise<readonly string[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ id: string }>`select airlock.datasources_gone(${[...ids]}::text[]) as id`.execute(tx);
    return found.rows.map(({ id }) => id);
  });
}

/** Over all organisations: those of these predictions that were deleted. */
export async function predictionsGone(postgres: Postgres, ids: readonly string[]): Promise<readonly string[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ id: string }>`select airlock.predictions_gone(${[...ids]}::text[]) as id`.execute(tx);
    return found.rows.map(({ id }) => id);
  });
}

/** Over all organisations: those of these experiment results whose tables are needed, with the lease of the worker that writes them. */
export async function experimentResultsKept(
  postgres: Postgres,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly lease: string }[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ id: string; lease: string }>`
      select id, lease from airlock.experiment_results_kept(${[...ids]}::text[])
    `.execute(tx);
    return found.rows;
  });
}

/**
 * Over all organisations: the retention in days of each organisation that has one, and 0 for each deleted organisation. Applies shorter retentions
 * whose delay is over first.
 */
export async function keepings(postgres: Postgres): Promise<readonly { readonly organisationId: string; readonly days: number }[]> {
  return postgres.transaction(async (tx) => {
    await sql`select airlock.apply_retentions()`.execute(tx);
    const found = await sql<{ organisationId: string; days: number }>`
      select organisation_id as "organisationId", days from airlock.keeping()
    `.execute(tx);
    return found.rows;
  });
}

interface Owned {
  readonly organisationId: string;
  readonly id: string;
}

/** Over all organisations: completed erasures, which also apply to executions that arrive late. */
export function standingErasures(postgres: Postgres): Promise<readonly Owned[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<Owned>`select organisation_id as "organisationId", id from airlock.standing_erasures()`.execute(tx);
    return found.rows;
  });
}

/** A model that a version uses which was ever served, and the known outcomes that its decisions are compared with. */
export interface LiveModel {
  readonly organisationId: string;
  readonly versionId: string;
  readonly predictionId: string;
  readonly number: number;
  /** Milliseconds since the epoch; 0 without known outcomes. */
  readonly outcomes: number;
}

/** Over all organisations. */
export function liveModels(postgres: Postgres): Promise<readonly LiveModel[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<Omit<LiveModel, "outcomes"> & { readonly source: string | null; readonly at: Date | null }>`
      select organisation_id as "organisationId", version_id as "versionId", prediction_id as "predictionId", number,
        outcomes_datasource_id as source, outcomes_at as at
      from airlock.live_models()
    `.execute(tx);
    return found.rows.map(({ source, at, ...model }) => ({ ...model, outcomes: source === null || at === null ? 0 : at.getTime() }));
  });
}

/** Over all organisations: rollouts whose challenger serves callers. */
export function runningRollouts(postgres: Postgres): Promise<readonly Owned[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<Owned>`select organisation_id as "organisationId", id from airlock.running_rollouts()`.execute(tx);
    return found.rows;
  });
}

const pageSize = 100;

/** All rows, in pages of ascending id: those that the caller cannot work on do not hide the ones after them. */
async function* inPages(postgres: Postgres, pageAfter: (id: string) => RawBuilder<Owned>): AsyncGenerator<Owned> {
  let after = "";
  for (;;) {
    const { rows } = await postgres.transaction((tx) => pageAfter(after).execute(tx));
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.id;
  }
}

/** Over all organisations: exports whose file has expired. */
export const expiredExports = (postgres: Postgres): AsyncIterable<Owned> =>
  inPages(postgres, (after) => sql`select organisation_id as "organisationId", id from airlock.expired_exports(${after}, ${pageSize})`);

/** Over all organisations: predictions whose scheduler has a due run. */
export const duePredictions = (postgres: Postgres): AsyncIterable<Owned> =>
  inPages(postgres, (after) => sql`select organisation_id as "organisationId", id from airlock.due_predictions(${after}, ${pageSize})`);

/** Over all organisations: uploads that were not finished within a week. */
export const abandonedUploads = (postgres: Postgres): AsyncIterable<Owned> =>
  inPages(postgres, (after) => sql`select organisation_id as "organisationId", id from airlock.abandoned_uploads(${after}, ${pageSize})`);

/** True for the first process that calls it after the interval. */
export async function takeTask(postgres: Postgres, name: string, restSeconds: number): Promise<boolean> {
  return postgres.transaction(async (tx) => {
    const taken = await sql<{ taken: boolean }>`select airlock.take_task(${name}, make_interval(secs => ${restSeconds})) as taken`.execute(
      tx,
    );
    return taken.rows[0]?.taken === true;
  });
}

/** Moves the last use of keys forward, over all organisations. Deleted keys are ignored. */
export async function moveLastUses(postgres: Postgres, uses: readonly (readonly [keyId: string, atMillis: number])[]): Promise<void> {
  const ids = uses.map(([keyId]) => keyId);
  const times = uses.map(([, at]) => new Date(at).toISOString());
  await postgres.transaction((tx) => sql`select airlock.keys_used(${ids}::text[], ${times}::timestamptz[])`.execute(tx));
}
