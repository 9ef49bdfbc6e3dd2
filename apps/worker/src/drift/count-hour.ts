import { recordedPredictions, RecordMismatch, type RecordedPrediction } from "@airlock/engine";
import { keepPredictionHour, keepPredictionPairs, type PredictionHour } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { LiveVersion } from "./live-version.ts";
import { ModelTally } from "./model-tally.ts";
import { outcomeLabels } from "./outcome-labels.ts";

/** Executions per batch, which bounds memory. */
const batch = 5_000;

interface Row {
  readonly id: string;
  readonly at: number;
  readonly record: string;
}

/**
 * Counts the predictions of a version in an hour from all of its stored executions, replacing the earlier count. Inputs come from replaying each
 * execution record, so they are the values that the model saw, even if fields changed later in the flow. Returns the number of executions read.
 */
export async function countHour(clickhouse: ClickHouse, organisationId: string, version: LiveVersion, hour: number): Promise<number> {
  const [clock] = await clickhouse.query<{ readonly now: number }>("SELECT toUnixTimestamp64Milli(now64(3)) AS now");
  const counted = clock?.now ?? 0;
  const counts = version.models.map((model) => {
    const { predictionId, number, outcomes } = model.pin;
    const at: PredictionHour = { organisationId, predictionId, model: number, versionId: version.id, hour, counted, outcomes };
    return { model, at, tally: new ModelTally(model) };
  });
  let after: Row | undefined;
  let executions = 0;
  for (;;) {
    const rows = await read(clickhouse, organisationId, version.id, hour, after);
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) break;
    const predictions = rows.flatMap(({ id, record }) => predictionsIn(version, record).map((one) => ({ id, one })));
    for (const { model, at, tally } of counts) {
      const { outcomes, pin } = model;
      const stretch = { organisationId, from: first, to: last };
      const labels = outcomes === undefined ? undefined : await outcomeLabels(clickhouse, version, stretch, outcomes);
      for (const { id, one } of predictions) {
        if (one.config === pin.predictionId && one.model === pin.number) tally.add(one, labels?.get(id));
      }
      tally.settle();
      await keepPredictionPairs(clickhouse, at, tally.takePairs());
    }
    after = last;
    executions += rows.length;
    if (rows.length < batch) break;
  }
  for (const { at, tally } of counts) await keepPredictionHour(clickhouse, at, tally.columns, tally.scores);
  await removeEarlier(clickhouse, organisationId, version.id, hour, counted);
  return executions;
}

function read(
  clickhouse: ClickHouse,
  organisation: string,
  version: string,
  hour: number,
  after: Row | undefined,
): Promise<readonly Row[]> {
  return clickhouse.query<Row>(
    `SELECT id, toUnixTimestamp64Micro(started) AS at, record FROM executions
     WHERE organisation = {organisation:String} AND version = {version:String} AND erased = 0
       AND started >= toDateTime64({hour:UInt32}, 6, 'UTC') AND started < toDateTime64({hour:UInt32} + 3600, 6, 'UTC')
       ${after === undefined ? "" : "AND (started, id) > (fromUnixTimestamp64Micro({at:Int64}, 'UTC'), {id:String})"}
     ORDER BY started, id LIMIT 1 BY started, id LIMIT {batch:UInt32}`,
    { organisation, version, hour, batch, at: after?.at ?? 0, id: after?.id ?? "" },
  );
}

/** Skips an execution record that cannot be read with its version. */
function predictionsIn({ plan }: LiveVersion, record: string): readonly RecordedPrediction[] {
  try {
    return recordedPredictions(plan, record);
  } catch (error) {
    if (error instanceof RecordMismatch) return [];
    throw error;
  }
}

/** Rows of earlier counts of the hour are no longer read. */
async function removeEarlier(clickhouse: ClickHouse, organisation: string, version: string, hour: number, counted: number): Promise<void> {
  const ofHour = `organisation = {organisation:String} AND version = {version:String} AND hour = toDateTime({hour:UInt32}, 'UTC')
    AND counted < fromUnixTimestamp64Milli({counted:Int64})`;
  const parameters = { organisation, version, hour, counted };
  const [left] = await clickhouse.query(`SELECT 1 FROM prediction_outcomes WHERE ${ofHour} LIMIT 1`, parameters);
  if (left !== undefined) await clickhouse.command(`DELETE FROM prediction_outcomes WHERE ${ofHour}`, parameters);
}
