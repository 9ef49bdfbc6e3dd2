import { isNumberType } from "@airlock/flow";
import type { FieldProblem, Mark, MarksAnswer, MarksQuestion } from "@airlock/contract";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { experimentTable } from "@airlock/backend/datasets";
import { unknownField, whereOf } from "./filters.ts";
import { channelNames, channelOf, type Channel, type ChannelName, type Rows } from "./mark-channels.ts";
import { resultColumns } from "./result-columns.ts";
import type { ResultTable } from "./result-store.ts";

/** Limit of marks that are sent and drawn; with more, steps are widened, and the response has their width. */
const maxMarks = 20_000;

/** Every row that matches the filters is counted in one mark: nothing is sampled. */
export async function marksOf(
  clickhouse: ClickHouse,
  resultId: string,
  { layout, fields }: ResultTable,
  question: MarksQuestion,
): Promise<MarksAnswer | readonly FieldProblem[]> {
  const columns = resultColumns(layout, fields);
  const where = whereOf(question.filters, layout, columns);
  if (!("sql" in where)) return where;
  const unknown = channelNames.flatMap((name) => {
    const channelQuestion = question[name];
    return channelQuestion === undefined || columns.has(channelQuestion.field)
      ? []
      : [unknownField(`${name}.field`, channelQuestion.field)];
  });
  if (unknown.length > 0) return unknown;
  const measured = question.y === undefined ? undefined : columns.get(question.y.field)?.field;
  if (question.y?.aggregate === "mean" && measured !== undefined && !isNumberType(measured.type)) {
    return [{ field: "y.aggregate", code: "invalid", message: `${question.y.field} is no number and has no mean.` }];
  }

  const rows: Rows = { clickhouse, table: experimentTable(resultId), where };
  const [counted] = await clickhouse.query<{ readonly total: number }>(
    `SELECT count() AS total FROM ${rows.table} WHERE ${where.sql}`,
    where.parameters,
  );
  for (let cells = question.cells; ; cells = Math.floor(cells / 2)) {
    const channels = new Map<ChannelName, Channel>();
    for (const name of channelNames) {
      const channelQuestion = question[name];
      const column = channelQuestion === undefined ? undefined : columns.get(channelQuestion.field);
      if (channelQuestion !== undefined && column !== undefined)
        channels.set(name, await channelOf(rows, name, channelQuestion, column, cells));
    }
    const marks = await countMarks(rows, channels);
    if (marks.length > maxMarks && cells > 3) continue;
    const fields = Object.fromEntries([...channels].map(([name, channel]) => [name, channel.fields]));
    return { total: counted?.total ?? 0, channels: fields, marks };
  }
}

async function countMarks({ clickhouse, table, where }: Rows, channels: ReadonlyMap<ChannelName, Channel>): Promise<Mark[]> {
  const list = [...channels].map(([name, { sql }]) => `${sql} AS ${name}`);
  const grouped = [...channels].filter(([, { isMean }]) => !isMean).map(([name]) => name);
  const found = await clickhouse.query<
    Readonly<Record<string, string | number | null>> & { readonly count: number; readonly first: number }
  >(
    `SELECT ${[...list, "count() AS count", "min(row) AS first"].join(", ")} FROM ${table} WHERE ${where.sql}
     ${grouped.length === 0 ? "HAVING count > 0" : `GROUP BY ${grouped.join(", ")}`} ORDER BY first LIMIT ${maxMarks + 1}`,
    where.parameters,
  );
  return found.map((row) => ({
    ...Object.fromEntries([...channels].map(([name, { placeOf }]) => [name, placeOf(row[name] ?? null)])),
    count: row.count,
    row: row.first,
  }));
}
