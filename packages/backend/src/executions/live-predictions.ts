import type { ClickHouse } from "@airlock/platform/clickhouse";

/** Days of a model's live decisions; days are of UTC, the first and the last among them, as `YYYY-MM-DD`. */
export interface LiveRange {
  readonly organisationId: string;
  readonly predictionId: string;
  readonly model: number;
  readonly first: string;
  readonly last: string;
}

/** What stands in the bins of a column's training, counted over the decisions of a day. */
export interface LiveColumn {
  readonly day: string;
  /** Of the column in the model; -1 is the score. */
  readonly place: number;
  readonly rows: number;
  readonly missing: number;
  readonly unseen: number;
  readonly bins: readonly number[];
  /** When the last of its hours was counted, in milliseconds since the epoch. */
  readonly counted: number;
}

const ofModel = "organisation = {organisation:String} AND prediction = {prediction:String} AND model = {model:UInt32}";
const inDays = "hour >= toDateTime({first:Date}, 'UTC') AND hour < toDateTime(toDate({last:Date}) + 1, 'UTC')";

/** Day by day, in a day by the columns' places. Counts of hours are sums over distinct executions, so sums of them are exact. */
export function liveColumns(clickhouse: ClickHouse, range: LiveRange): Promise<readonly LiveColumn[]> {
  return clickhouse.query<LiveColumn>(
    `SELECT toString(toDate(hour)) AS day, place, sum(rows) AS rows, sum(missing) AS missing, sum(unseen) AS unseen,
       sumForEach(bins) AS bins, toUnixTimestamp64Milli(max(counted)) AS counted
     FROM prediction_hours FINAL WHERE ${ofModel} AND ${inDays} AND place >= -1
     GROUP BY day, place HAVING rows > 0 ORDER BY day, place = -1, place`,
    parameters(range),
  );
}

export interface LiveQuality {
  readonly day: string;
  readonly count: number;
  /** Null where it cannot be told. */
  readonly metric: number | null;
}

/** Of two classes the area under the curve, of more the share that is right, of numbers the root of the mean square: as in reports. */
const measures = {
  // Each positive beats the negatives below it, and half of those with the same score.
  binary: `if(sum(positive) = 0 OR sum(negative) = 0, NULL, sum(positive * (below + negative / 2)) / sum(positive) / sum(negative))`,
  multiclass: `sumIf(decisions, predicted = actual) / sum(decisions)`,
  regression: `sqrt(sum(decisions * pow(predicted - actual, 2)) / sum(decisions))`,
};

/** Worked out over every decision whose outcome is known. */
export async function liveQuality(
  clickhouse: ClickHouse,
  range: LiveRange,
  objective: keyof typeof measures,
): Promise<readonly LiveQuality[]> {
  const pairs = `SELECT toString(toDate(hour)) AS day, predicted, actual, sum(o.decisions) AS decisions FROM prediction_outcomes AS o
    WHERE ${ofModel} AND ${inDays} AND (version, hour, counted) IN (
      SELECT version, hour, max(counted) FROM prediction_hours WHERE ${ofModel} AND ${inDays} AND place = -2 GROUP BY version, hour
    )
    GROUP BY day, predicted, actual`;
  const ranked = `SELECT *, sum(negative) OVER (PARTITION BY day ORDER BY predicted ROWS UNBOUNDED PRECEDING) - negative AS below FROM (
      SELECT day, predicted, sum(decisions) AS all_decisions, sumIf(decisions, actual = 1) AS positive, sumIf(decisions, actual != 1) AS negative
      FROM (${pairs}) GROUP BY day, predicted
    )`;
  return clickhouse.query<LiveQuality>(
    objective === "binary"
      ? `SELECT day, sum(all_decisions) AS count, ${measures.binary} AS metric FROM (${ranked}) GROUP BY day ORDER BY day`
      : `SELECT day, sum(decisions) AS count, ${measures[objective]} AS metric FROM (${pairs}) GROUP BY day ORDER BY day`,
    parameters(range),
  );
}

function parameters({ organisationId, predictionId, model, first, last }: LiveRange) {
  return { organisation: organisationId, prediction: predictionId, model, first, last };
}

/** An hour of a version, of one model that it asks. */
export interface PredictionHour {
  readonly organisationId: string;
  readonly predictionId: string;
  readonly model: number;
  readonly versionId: string;
  /** Seconds since the epoch. */
  readonly hour: number;
  /** When the count began, in milliseconds by ClickHouse's clock; a whole number is read as the column's own unit. */
  readonly counted: number;
  /** The choice of outcomes that it is counted with; 0 for none. */
  readonly outcomes: number;
}

const hourColumns = [
  "organisation",
  "prediction",
  "model",
  "version",
  "hour",
  "place",
  "counted",
  "outcomes",
  "rows",
  "missing",
  "unseen",
  "bins",
] as const;
const pairColumns = ["organisation", "prediction", "model", "version", "hour", "counted", "predicted", "actual", "decisions"] as const;

interface Counts {
  readonly rows: number;
  readonly missing: number;
  readonly unseen: number;
  readonly bins: readonly number[];
}
const none: Counts = { rows: 0, missing: 0, unseen: 0, bins: [] };

/** Replaces what was counted of the hour before: one insert, so that it is all there or nothing. */
export async function keepPredictionHour(
  clickhouse: ClickHouse,
  at: PredictionHour,
  columns: readonly Counts[],
  score: Counts | undefined,
): Promise<void> {
  const places: readonly (readonly [number, Counts])[] = [
    [-2, none],
    ...(score === undefined ? [] : [[-1, score] as const]),
    ...columns.map((counts, place) => [place, counts] as const),
  ];
  const lines = places.map(([place, { rows, missing, unseen, bins }]) =>
    JSON.stringify([...head(at), place, at.counted, at.outcomes, rows, missing, unseen, bins]),
  );
  await clickhouse.insertLines("prediction_hours", hourColumns, lines);
}

/** What was predicted, what became of it, and how often: as part of a count that is not there yet. */
export async function keepPredictionPairs(
  clickhouse: ClickHouse,
  at: PredictionHour,
  pairs: Iterable<readonly [predicted: number, actual: number, decisions: number]>,
): Promise<void> {
  const lines = [...pairs].map((pair) => JSON.stringify([...head(at), at.counted, ...pair]));
  await clickhouse.insertLines("prediction_outcomes", pairColumns, lines);
}

function head({ organisationId, predictionId, model, versionId, hour }: PredictionHour) {
  return [organisationId, predictionId, model, versionId, hour] as const;
}
