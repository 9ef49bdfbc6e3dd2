import type { MarksAnswer, MarksQuestion, Mark } from "@airlock/contract";
import { isNumberType } from "@airlock/flow";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { equalBins, logBins } from "./bins.ts";
import type { Where } from "./filters.ts";
import type { ResultColumn } from "./result-columns.ts";

export const channelNames = ["x", "y", "color", "size"] as const;
export type ChannelName = (typeof channelNames)[number];
export type ChannelQuestion = NonNullable<MarksQuestion[ChannelName]>;
type Place = NonNullable<Mark[ChannelName]>;
type ChannelFields = NonNullable<MarksAnswer["channels"][ChannelName]>;

/** How a channel groups rows. */
export interface Channel {
  readonly fields: ChannelFields;
  readonly sql: string;
  /** A mean is computed per mark; all other channels are grouped by. */
  readonly isMean: boolean;
  readonly placeOf: (value: string | number | null) => Place;
}

/** The table of the result's rows, and the condition on them. */
export interface Rows {
  readonly clickhouse: ClickHouse;
  readonly table: string;
  readonly where: Where;
}

/** The number of distinguishable colours and sizes. */
const maxShades = 20;
/** The default of the specification: a quarter of the range. */
const defaultSteps = 4;

export async function channelOf(
  rows: Rows,
  name: ChannelName,
  question: ChannelQuestion,
  { field, sql }: ResultColumn,
  cells: number,
): Promise<Channel> {
  const isAxis = name === "x" || name === "y";
  if (!isNumberType(field.type)) return valuesChannel(rows, field, sql, isAxis ? cells : Math.min(maxShades, cells));
  const isBinned = question.bin !== false;
  const { min, max } = field;
  const fields = { field: field.name, step: null, log: question.log, rest: 0 };
  const isMean = (!isAxis && !isBinned) || ("aggregate" in question && question.aggregate === "mean");
  if (isMean) return { fields: { ...fields, kind: "mean" }, sql: `avg(${sql})`, isMean: true, placeOf: (value) => ({ value }) };
  if (min === null || max === null) return plain({ ...fields, kind: "values" }, sql);
  const range = max - min;
  if (question.log && max > 0 && (isBinned || field.distinct > cells)) {
    const least = min > 0 ? min : await leastAboveZero(rows, sql);
    if (least !== undefined) {
      const positive = `if(${sql} > 0, ${sql}, NULL)`;
      return binned(
        { ...fields, kind: "bins" },
        positive,
        logBins(least, max, isBinned ? defaultSteps * Math.ceil(Math.log10(max / least) || 1) : cells),
      );
    }
  }
  if (isBinned) {
    const wanted = typeof question.bin === "object" ? question.bin.step : range / defaultSteps;
    return binned({ ...fields, kind: "bins", log: false }, sql, equalBins(min, max, wanted, cells * 10));
  }
  if (field.distinct <= cells) return plain({ ...fields, kind: "values" }, sql);
  return binned({ ...fields, kind: "bins", log: false }, sql, equalBins(min, max, 0, cells));
}

function plain(fields: ChannelFields, sql: string): Channel {
  return { fields, sql, isMean: false, placeOf: (value) => ({ value }) };
}

/** The database rounds down by comparison, so that a step has exactly the rows from its bound up to, not including, the next. */
function binned(fields: ChannelFields, sql: string, { bounds, step }: ReturnType<typeof equalBins>): Channel {
  const next = new Map(bounds.map((bound, at) => [bound, bounds[at + 1]]));
  return {
    fields: { ...fields, step },
    sql: `roundDown(${sql}, [${bounds.map((bound) => `toFloat64(${bound})`).join(", ")}])`,
    isMean: false,
    placeOf: (value) => {
      const to = typeof value === "number" ? next.get(value) : undefined;
      return to === undefined ? { value } : { value, to };
    },
  };
}

/** The most frequent values individually, all others together. */
async function valuesChannel(
  { clickhouse, table, where }: Rows,
  field: ResultColumn["field"],
  sql: string,
  maxValues: number,
): Promise<Channel> {
  const fields = { field: field.name, kind: "values", step: null, log: false, rest: 0 } as const;
  if (field.distinct <= maxValues) return plain(fields, sql);
  const found = await clickhouse.query<{ readonly value: string; readonly all: number }>(
    `SELECT v AS value, count(*) OVER () AS all FROM (SELECT ${sql} AS v, count() AS c FROM ${table} WHERE ${where.sql} GROUP BY v HAVING isNotNull(v))
     ORDER BY c DESC, v LIMIT ${maxValues + 1}`,
    where.parameters,
  );
  if (found.length <= maxValues) return plain(fields, sql);
  const kept = found.slice(0, maxValues - 1).map(({ value }) => value);
  const list = `[${kept.map(quoted).join(", ")}]`;
  return {
    fields: { ...fields, rest: (found[0]?.all ?? 0) - kept.length },
    // 0 for a missing value, -1 for all others.
    sql: `if(isNull(${sql}), 0, if(has(${list}, assumeNotNull(${sql})), toInt32(indexOf(${list}, assumeNotNull(${sql}))), -1))`,
    isMean: false,
    placeOf: (value) => (value === -1 ? { value: null, rest: true } : { value: kept[Number(value) - 1] ?? null }),
  };
}

async function leastAboveZero({ clickhouse, table, where }: Rows, sql: string): Promise<number | undefined> {
  const [found] = await clickhouse.query<{ readonly least: number | null }>(
    `SELECT minOrNullIf(v, v > 0) AS least FROM (SELECT ${sql} AS v FROM ${table} WHERE ${where.sql})`,
    where.parameters,
  );
  return found?.least ?? undefined;
}

/** Quotes a value that comes from the table itself. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;
}
