import type { DatasourceColumn, PredictionAnalytics } from "@airlock/contract";
import { CannotTrain } from "../training/cannot-train.ts";
import { numberOf, sqlText, textOf } from "../training/expressions.ts";
import { dateOf } from "../training/survey.ts";

/** A datasource of events, as a table of ClickHouse. */
export interface EventSource {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly DatasourceColumn[];
}

export const dayMillis = 86_400_000;

/** Larger amounts are no money, and could not be summed up exactly. */
const largestAmount = "1e15";
/** Numbers from here on are milliseconds since the epoch, those below it seconds: the year 5138 in one, 1973 in the other. */
const fewestMillis = "100000000000";
/** About the years 1653 to 2286. */
const mostMillis = "10000000000000";

/**
 * Events as SQL: `person` (empty where it is missing), `hash` of it, `at` in milliseconds since the epoch (null where it cannot be read),
 * `what`, and `amount`, a decimal number whose sums do not depend on their order; `isAmount` tells whether it could be read.
 */
export function eventRows(source: EventSource, analytics: PredictionAnalytics): string {
  const person = columnOf(source, analytics.personColumn, "whose event it is");
  const event = columnOf(source, analytics.eventColumn, "what it was");
  const at = millisOf(columnOf(source, analytics.timeColumn, "when it was"));
  const amount = analytics.amountColumn === null ? "nan" : numberOf(columnOf(source, analytics.amountColumn, "how much it was"));
  return `(
    SELECT person, sipHash64(person) AS hash, at, what, isFinite(number) AND abs(number) < ${largestAmount} AS isAmount,
      toDecimal128(if(isAmount, number, 0), 6) AS amount
    FROM (SELECT ifNull(${textOf(person)}, '') AS person, ${at} AS at, ifNull(${textOf(event)}, '') AS what, ${amount} AS number
      FROM ${source.table})
  )`;
}

/** Which columns are read. */
export function isRead(analytics: PredictionAnalytics): (column: DatasourceColumn) => boolean {
  const { personColumn, timeColumn, eventColumn, amountColumn } = analytics;
  return ({ key }) => [personColumn, timeColumn, eventColumn, amountColumn].includes(key);
}

function columnOf(source: EventSource, key: string, what: string): DatasourceColumn {
  const found = source.columns.find((column) => column.key === key);
  if (found === undefined) throw new CannotTrain(`The datasource ${source.name} has no column for ${what}. Choose another.`);
  return found;
}

function millisOf(column: DatasourceColumn): string {
  if (column.type === "STRING") return `toUnixTimestamp64Milli(${dateOf(textOf(column))})`;
  const number = numberOf(column);
  const isTime = `isFinite(${number}) AND abs(${number}) < ${mostMillis}`;
  return `if(${isTime}, toInt64(if(${isTime}, if(abs(${number}) < ${fewestMillis}, ${number} * 1000, ${number}), 0)), null)`;
}

/** Those that can be used: of somebody, and before a moment. */
export function knownBefore(moment: number): string {
  return `person != '' AND isNotNull(at) AND assumeNotNull(at) < ${moment}`;
}

export function isWhat(target: string): string {
  return `what = ${sqlText(target)}`;
}
