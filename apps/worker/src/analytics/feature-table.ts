import type { PredictionColumn, PredictionMapping, TrainingConfig } from "@airlock/contract";
import type { EventFeatures } from "@airlock/model";
import { isId } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { createTable, onCluster, type TableColumn } from "@airlock/backend/datasets";
import { CannotTrain } from "../training/cannot-train.ts";
import type { Sources } from "../training/sources.ts";
import { cutOffs, partOf } from "./cut-offs.ts";
import { dayMillis, isWhat, knownBefore, type EventSource } from "./event-rows.ts";
import { featuresAt, kindOf } from "./features.ts";
import { featuresFrom, lookAtEvents, type Events } from "./look-at-events.ts";

/** Limit of numbers that a training holds in memory: 200 megabytes. */
const maxNumbers = 25_000_000;
const fewestRows = 50;
/** Persons per cut-off whose features are computed by one statement. */
const atOnce = 40_000;

/** The name includes the ids of organisation and training, so that the sweep can tell tables in use from those of a worker that died. */
export const featureTableName = /^features_([0-9A-Z]{26})_([0-9A-Z]{26})_[0-9A-Z]{26}$/;

export interface FeatureTableParts {
  readonly clickhouse: ClickHouse;
  readonly cluster: string;
}

export interface TrainingSet {
  /** With features as columns, so that the training continues like any other. */
  readonly config: TrainingConfig;
  readonly sources: Sources;
  readonly events: EventFeatures;
  readonly drop: () => Promise<void>;
}

export interface TrainingSetRequest {
  readonly organisationId: string;
  readonly trainingId: string;
  readonly lease: string;
  readonly config: TrainingConfig;
  readonly source: EventSource;
  readonly signal: AbortSignal;
  readonly tell: (level: "info" | "warning", sentence: string) => void;
}

/** Computes the features of all persons at past cut-offs, and whether each reached the target, into a table for the training. */
export async function buildTrainingSet(parts: FeatureTableParts, wanted: TrainingSetRequest): Promise<TrainingSet> {
  const { clickhouse, cluster } = parts;
  const { config, source, signal, tell } = wanted;
  if (config.events === undefined) throw new Error("There are no events.");
  const { analytics, asOf } = config.events;
  const { target, horizonDays, windows } = analytics;
  const events = await lookAtEvents(clickhouse, source, analytics, new Date(asOf));
  const cutoffs = cutOffs(events, horizonDays, windows);
  const features = await featuresFrom(clickhouse, events, analytics, cutoffs[0] ?? 0);
  const named = featuresAt("cutoff", features);
  const labelName = `"${target}" within ${horizonDays === 1 ? "a day" : `${horizonDays} days`}`;
  for (const { message } of events.warnings) tell("warning", message);
  tell(
    "info",
    `${events.persons} persons, looked at from ${cutoffs.length === 1 ? "one moment" : `${cutoffs.length} moments`} of the past.`,
  );

  const columns: readonly TableColumn[] = [
    { key: "c0", type: "STRING" },
    { key: "c1", type: "INTEGER" },
    ...named.map((_, place) => ({ key: `c${place + 2}`, type: "FLOAT" as const })),
  ];
  const table = nameOf(wanted);
  const drop = (): Promise<void> => dropFeatures(parts, table);
  await drop();
  await clickhouse.command(createTable(table, columns, cluster));
  try {
    const count = await countRows(clickhouse, events, cutoffs);
    const maxRows = Math.floor(maxNumbers / columns.length);
    // The same share of every cut-off, and always the same persons.
    const share = Math.min(1_000_000, Math.floor((maxRows / Math.max(1, count)) * 1_000_000));
    if (share < 1_000_000)
      tell(
        "warning",
        `There is room for ${maxRows} rows of ${count}: ${(share / 10_000).toFixed(1)} % of the persons are used for training.`,
      );
    const chunks = Math.max(1, Math.ceil((count * share) / 1_000_000 / atOnce));
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      signal.throwIfAborted();
      await clickhouse.client.command({
        query: insertInto(table, {
          events,
          features,
          cutoffs,
          horizonDays,
          target,
          where: `hash % ${chunks} = ${chunk} AND intDiv(hash, ${chunks}) % 1000000 < ${share}`,
        }),
        clickhouse_settings: { max_query_size: "5000000", max_ast_elements: "500000", max_expanded_ast_elements: "500000" },
      });
    }
    await checkLabels(clickhouse, table, analytics.target, horizonDays);
  } catch (error) {
    await drop();
    throw error;
  }

  const mapped = (name: string, place: number): PredictionColumn => ({
    name,
    type: place === 0 ? "STRING" : "FLOAT",
    key: `c${place}`,
    isLabelColumn: place === 0,
    boundaries: [],
    values: [],
    valuesCount: null,
  });
  const mapping: PredictionMapping = {
    columns: [mapped(labelName, 0), ...named.map(({ name }, place) => mapped(name, place + 2))],
    selectedRowKeys: named.map((_, place) => `c${place + 2}`),
    labelField: "c0",
    inputFields: [],
  };
  const validation = cutoffs.length === 1 ? ("rows" as const) : ("time" as const);
  const training = {
    id: config.trainingDatasource,
    name: source.name,
    table,
    columns: mapping.columns.map(({ name, key, type }) => ({ name, key, type })),
    parts: { sql: "assumeNotNull(c1)", holdout: validation },
  };
  return {
    config: { ...config, mapping, settings: { ...config.settings, validation, timeColumn: null } },
    sources: { training, test: undefined, evaluation: undefined },
    events: features,
    drop,
  };
}

interface Inserted {
  readonly events: Events;
  readonly features: EventFeatures;
  readonly cutoffs: readonly number[];
  readonly horizonDays: number;
  readonly target: string;
  /** SQL over `hash`: which persons. */
  readonly where: string;
}

function insertInto(table: string, { events, features, cutoffs, horizonDays, target, where }: Inserted): string {
  const named = featuresAt("cutoff", features);
  const names = ["row", "c0", "c1", ...named.map((_, place) => `c${place + 2}`)];
  return `INSERT INTO ${table} (${names.join(", ")})
    SELECT (SELECT max(row) FROM ${table}) + rowNumberInAllBlocks() + 1, label, part${named.map((_, place) => `, f${place}`).join("")}
    FROM (${featureRows({ events, features, cutoffs, horizonDays, target, where })} ORDER BY cutoff, hash, person)`;
}

/** Columns `cutoff`, `person`, `hash`, `label`, `part`, `f0`, `f1` and so on: one row per cut-off and person known by then. */
export function featureRows({ events, features, cutoffs, horizonDays, target, where }: Inserted): string {
  const horizon = horizonDays * dayMillis;
  const named = featuresAt("cutoff", features);
  return `SELECT cutoff, person, hash, if(countIf(at >= cutoff AND isTarget) = 0, 'no', 'yes') AS label, ${partOf(cutoffs)} AS part
      ${named.map(({ sql }, place) => `, ${sql} AS f${place}`).join("\n      ")}
    FROM (SELECT person, hash, assumeNotNull(at) AS at, ${kindOf(features)} AS kind, ${isWhat(target)} AS isTarget, amount
      FROM ${events.rows} WHERE ${knownBefore(events.end)} AND ${where})
    ARRAY JOIN [${cutoffs.join(", ")}] AS cutoff
    WHERE at < cutoff + ${horizon}
    GROUP BY cutoff, hash, person
    HAVING countIf(at < cutoff) > 0`;
}

/** The number of persons known at each cut-off, summed. */
async function countRows(clickhouse: ClickHouse, { rows, end }: Events, cutoffs: readonly number[]): Promise<number> {
  const [counted] = await clickhouse.query<{ readonly count: number }>(
    `SELECT sum(arrayCount(cutoff -> first < cutoff, [${cutoffs.join(", ")}])) AS count
     FROM (SELECT min(assumeNotNull(at)) AS first FROM ${rows} WHERE ${knownBefore(end)} GROUP BY person)`,
  );
  return counted?.count ?? 0;
}

async function checkLabels(clickhouse: ClickHouse, table: string, target: string, horizonDays: number): Promise<void> {
  const [counted] = await clickhouse.query<{ readonly rows: number; readonly yes: number }>(
    `SELECT count() AS rows, countIf(c0 = 'yes') AS yes FROM ${table}`,
  );
  const { rows = 0, yes = 0 } = counted ?? {};
  if (rows < fewestRows) {
    throw new CannotTrain(
      `There are too few persons: ${rows === 1 ? "one is" : `${rows} are`} known before a cut-off whose horizon is known. Training needs at least ${fewestRows}.`,
    );
  }
  const days = horizonDays === 1 ? "a day" : `${horizonDays} days`;
  if (yes === 0) throw new CannotTrain(`No known person did "${target}" within ${days}, so there is nothing to learn.`);
  if (yes === rows) throw new CannotTrain(`Every known person did "${target}" within ${days}, so there is nothing to learn.`);
}

function nameOf({ organisationId, trainingId, lease }: TrainingSetRequest): string {
  const name = `features_${organisationId}_${trainingId}_${lease}`;
  if (![organisationId, trainingId, lease].every(isId)) throw new Error("Only ids of ours can be part of a table's name.");
  return name;
}

export async function dropFeatures({ clickhouse, cluster }: FeatureTableParts, table: string): Promise<void> {
  await clickhouse.command(`DROP TABLE IF EXISTS ${table}${onCluster(cluster)} SYNC`);
}
