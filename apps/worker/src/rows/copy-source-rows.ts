import { copyingTable, copyTable, createTable, sourcePassword } from "@airlock/backend/datasets";
import type { DatabaseConnection, DatasourceColumn } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { tabSeparated } from "@airlock/platform/csv";
import { sourceColumnType, SourceRefused, withSourceTable, type SourceColumn, type SourceRow } from "@airlock/platform/source-table";
import { CannotRead } from "./cannot-read.ts";
import { commentFor, copiesFrom, dropTable, type CopyParts } from "./copies.ts";
import { cellOf, finishCopy, isCopied } from "./finish-copy.ts";
import { NotWanted } from "./not-wanted.ts";
import type { RowsWanted } from "./rows.ts";

export interface SourcePlace extends DatabaseConnection {
  readonly table: string;
}

/** Limits of an insert: large enough that the overhead of a statement is small. */
const insertRows = 50_000;
const insertBytes = 8 * 1024 ** 2;

/**
 * Copies columns of a Postgres table into a ClickHouse table for one run, in one snapshot of the source. A snapshot ends with its connection, so a
 * copy that was interrupted begins again: rows of two snapshots do not belong together.
 */
export function createCopySourceRows(parts: CopyParts) {
  const { clickhouse, cluster, sources } = parts;

  return async (wanted: RowsWanted, place: SourcePlace, columns: readonly DatasourceColumn[]): Promise<string> => {
    const { organisationId, runId, datasourceId } = wanted;
    const whole = copyTable(runId, datasourceId);
    if (await isCopied(parts, whole)) return whole;
    for (const { table } of await copiesFrom(parts, `copying_${runId}_${datasourceId}_`)) await dropTable(parts, table);
    const { connectOut: connect, maxBytes, timeoutMillis } = sources;
    const password = await passwordOf(organisationId, place);
    const access = { connect, owner: organisationId, source: place, password, timeoutMillis, maxBytes, signal: parts.stopping };
    try {
      return await withSourceTable(access, async (source) => {
        const described = currentColumns(place, columns, await source.describe());
        const total = await source.count(wanted.maxRows ?? sources.maxRows + 1);
        if (wanted.maxRows === undefined && total > sources.maxRows) throw tooManyRows(place);
        const table = copyingTable(runId, datasourceId, newId());
        await clickhouse.command(`${createTable(table, columns, cluster)} COMMENT ${commentFor({ organisationId })}`);
        // Of a view that returns other rows each time, not more than the limit.
        const rows = await fill(wanted, table, columns, source.read(described, Math.min(total, sources.maxRows)), total);
        return finishCopy(parts, table, whole, rows);
      });
    } catch (error) {
      throw error instanceof SourceRefused ? new CannotRead(error.message) : error;
    }
  };

  async function fill(
    wanted: RowsWanted,
    table: string,
    columns: readonly DatasourceColumn[],
    pages: AsyncIterable<readonly SourceRow[]>,
    total: number,
  ): Promise<number> {
    const keys = ["row", ...columns.map(({ key }) => key)];
    let done = 0;
    let lines: string[] = [];
    let bytes = 0;
    const send = async () => {
      if (lines.length > 0) await clickhouse.insertTabSeparated(table, keys, Buffer.from(lines.join("")));
      lines = [];
      bytes = 0;
      if (!(await wanted.isWanted())) throw new NotWanted();
      await wanted.tell(`Reading from Postgres: ${done} of ${total} rows.`);
    };
    await send();
    for await (const page of pages) {
      for (const row of page) {
        done += 1;
        const line = tabSeparated([String(done), ...columns.map(({ type }, cell) => cellOf(row[cell] ?? null, type))]);
        lines.push(line);
        bytes += line.length;
      }
      if (lines.length >= insertRows || bytes >= insertBytes) await send();
    }
    await send();
    return done;
  }

  function tooManyRows({ schema, table }: SourcePlace): CannotRead {
    return new CannotRead(
      `${schema}.${table} has more than ${sources.maxRows} rows, the limit of one run. Use a view with fewer rows, or have the limit raised.`,
    );
  }

  /** The secret of this organisation only: it is selected under row-level security and decrypted with the organisation's id. */
  async function passwordOf(organisationId: string, place: SourcePlace): Promise<string> {
    const found = await parts.postgres.inOrganisation({ organisationId, userId: null }, (tx) => sourcePassword(tx, parts.secrets, place));
    if (found.kind === "password") return found.password;
    if (found.kind === "missing") throw new CannotRead(`The organisation has no secret ${place.secret} any more.`);
    if (found.kind === "otherHost") throw new CannotRead(`The secret ${place.secret} was not entered for ${place.host}.`);
    throw new CannotRead(`The secret ${place.secret} cannot be read. Enter its value again.`);
  }
}

/** The current columns of the table, in the order of the wanted ones. */
function currentColumns(
  { schema, table }: SourcePlace,
  columns: readonly DatasourceColumn[],
  found: readonly SourceColumn[] | undefined,
): readonly SourceColumn[] {
  if (found === undefined) throw new CannotRead(`The table ${schema}.${table} is not in the database any more, or cannot be read.`);
  return columns.map(({ name, type }) => {
    const column = found.find((candidate) => candidate.name === name);
    if (column === undefined) throw new CannotRead(`The table ${schema}.${table} has no column ${name} any more.`);
    if (sourceColumnType(column.type) !== type && type !== "STRING")
      throw new CannotRead(`The column ${name} of ${schema}.${table} is ${column.type} now. Add the table again.`);
    return column;
  });
}
