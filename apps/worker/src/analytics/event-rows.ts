import type { DatasourceColumn, PredictionAnalytics } from "@airlock/contract";
import { CannotTrain } from "../training/cannot-train.ts";
import { numberOf, sqlText, textOf } from "../training/expressions.ts";
import { dateOf } from "../training/survey.ts";

/** A datasource of events, as a table in ClickHouse. */
export interface EventSource {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly DatasourceColumn[];
}

export const dayMillis = 86_400_000;

/** Larger amounts are not money, and their sums would not be exact. */
const largestAmount = "1e15";
/** Numbers from here on are milliseconds since the epoch, smaller ones are seconds. As seconds it is the year 5138, as milliseconds 1973. */
const fewestMillis = "100000000000";
/** About the years 1653 to 2286. */
const maxMillis = "10000000000000";

/**
 * Events as SQL: `person` (empty if missing), `hash` of the person, `at` in milliseconds since the epoch (null if unreadable), `what`, and `amount`,
 * a decimal so that sums do not depend on their order; `isAmount` is whether it could be read.
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

/** Selects the columns that are read. */
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
  const isTime = `isFinite(${number}) AND abs(${number}) < ${maxMillis}`;
  return `if(${isTime}, toInt64(if(${isTime}, if(abs(${number}) < ${fewestMillis}, ${number} * 1000, ${number}), 0)), null)`;
}

/** SQL condition for usable events: of a known person, and before a moment. */
export function knownBefore(moment: number): string {
  return `person != '' AND isNotNull(at) AND assumeNotNull(at) < ${moment}`;
}

export function isWhat(target: string): string {
  return `what = ${sqlText(target)}`;
}
