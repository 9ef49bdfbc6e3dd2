import type { ClickHouse } from "@airlock/platform/clickhouse";

/** A range of days of a model's live decisions: UTC days as `YYYY-MM-DD`, both ends inclusive. */
export interface LiveRange {
  readonly organisationId: string;
  readonly predictionId: string;
  readonly model: number;
  readonly first: string;
  readonly last: string;
}

/** Counts of a day's decisions in the bins of a column's training. */
export interface LiveColumn {
  readonly day: string;
  /** The index of the column in the model; -1 is the score. */
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

/** Ordered by day and column. Counts per hour are of distinct executions, so their sums are exact. */
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
  /** Null if it cannot be computed. */
  readonly metric: number | null;
}

/** The same measures as in reports: area under the ROC curve for two classes, accuracy for more, root mean square error for numbers. */
const measures = {
  // Each positive outranks the negatives below it, and half of those with the same score.
  binary: `if(sum(positive) = 0 OR sum(negative) = 0, NULL, sum(positive * (below + negative / 2)) / sum(positive) / sum(negative))`,
  multiclass: `sumIf(decisions, predicted = actual) / sum(decisions)`,
  regression: `sqrt(sum(decisions * pow(predicted - actual, 2)) / sum(decisions))`,
};

/** Computed over all decisions with a known outcome. */
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

/** An hour of a version, for one of its models. */
export interface PredictionHour {
  readonly organisationId: string;
  readonly predictionId: string;
  readonly model: number;
  readonly versionId: string;
  /** Seconds since the epoch. */
  readonly hour: number;
  /** When the count began, in milliseconds of ClickHouse's clock; an integer is read in the column's own unit. */
  readonly counted: number;
  /** The selection of known outcomes that it is counted with; 0 for none. */
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

/** Replaces the earlier count of the hour with one insert, which is atomic. */
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

/** Stores pairs of prediction and outcome with their counts, before the count that they belong to becomes visible. */
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
