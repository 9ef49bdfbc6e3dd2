import { columnTypeOf, type DatasourceColumn } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { tabSeparated } from "@airlock/platform/csv";
import { copyingTable, copyTable, createTable } from "@airlock/backend/datasets";
import { SecretUnreadable } from "@airlock/platform/secrets";
import { requestAccessToken, WentWrong, type AccessToken } from "@airlock/platform/service-account";
import { homeOf, type Home } from "@airlock/platform/stored-account";
import { BytesOverLimit, openWarehouse, type Warehouse, type WarehouseAnswer } from "@airlock/platform/warehouse-question";
import { selectFrom, type TableColumnDescription, type TablePlace } from "@airlock/platform/warehouse-select";
import { openWarehouseTables } from "@airlock/platform/warehouse-tables";
import { CannotRead } from "./cannot-read.ts";
import { commentFor, copiesFrom, dropTable, type CopyParts } from "./copies.ts";
import { cellOf, finishCopy, isCopied } from "./finish-copy.ts";
import type { RowsWanted } from "./rows.ts";
import { NotWanted } from "./not-wanted.ts";

/** A token is renewed this long before it expires. */
const spareMillis = 5 * 60_000;
/** BigQuery deletes results after a day, and emulators earlier; the query is then repeated, up to this limit. */
const maxQuestions = 3;

interface BegunCopy {
  readonly table: string;
  readonly answer: WarehouseAnswer;
}

/**
 * Copies columns of a BigQuery table into a ClickHouse table for one run. One query is made, within the budget; BigQuery stores its result in a fixed
 * order, so that a row's number is its index there. The comment of the table names the result: a worker that resumes the run continues where the
 * table ends without paying again, and duplicates of a page that was written twice are removed at the end.
 */
export function createCopyRows(parts: CopyParts) {
  const { postgres, clickhouse, cluster, google } = parts;

  return async (wanted: RowsWanted, place: TablePlace, columns: readonly DatasourceColumn[]): Promise<string> => {
    const whole = copyTable(wanted.runId, wanted.datasourceId);
    if (await isCopied(parts, whole)) return whole;
    const token = tokenOf(await accountOf(wanted.organisationId));
    const warehouse = openWarehouse({ token, endpoint: google.bigquery });
    const described = await describe(await token(), place, columns);
    for (let tries = 0; tries < maxQuestions; tries += 1) {
      const begun = (await begunCopy(wanted)) ?? (await begin(warehouse, await token(), wanted, place, columns, described));
      if (await fill(warehouse, wanted, begun.table, begun.answer, columns))
        return finishCopy(parts, begun.table, whole, begun.answer.rows);
      await dropTable(parts, begun.table);
    }
    throw new WentWrong("BigQuery forgets what it has answered before it was read.");
  };

  async function begunCopy({ runId, datasourceId }: RowsWanted): Promise<BegunCopy | undefined> {
    const [found] = await copiesFrom(parts, `copying_${runId}_${datasourceId}_`);
    return found?.copy?.answer === undefined ? undefined : { table: found.table, answer: found.copy.answer };
  }

  async function begin(
    warehouse: Warehouse,
    token: AccessToken,
    wanted: RowsWanted,
    place: TablePlace,
    columns: readonly DatasourceColumn[],
    described: readonly TableColumnDescription[],
  ): Promise<BegunCopy> {
    const bytes = await openWarehouseTables({ token, endpoint: google.bigquery }).cost(place, described);
    if (bytes > parts.bigQueryBudget) throw overBudget(place, bytes);
    const question = { projectId: place.projectId, sql: selectFrom(place, described, wanted.maxRows) };
    const { organisationId, runId, datasourceId } = wanted;
    const answer = await warehouse
      .ask(question, parts.bigQueryBudget, `${runId}-${datasourceId}`, parts.stopping)
      .catch((error: unknown) => Promise.reject(error instanceof BytesOverLimit ? overBudget(place, bytes) : error));
    const table = copyingTable(runId, datasourceId, newId());
    await clickhouse.command(`${createTable(table, columns, cluster)} COMMENT ${commentFor({ organisationId, answer })}`);
    return { table, answer };
  }

  function overBudget({ table }: TablePlace, bytes: number): CannotRead {
    return new CannotRead(
      `Reading these columns of ${table} takes ${bytes} bytes of BigQuery, and the budget of one question is ${parts.bigQueryBudget} bytes. Use fewer columns, or have the budget raised.`,
    );
  }

  /** False if BigQuery no longer has the result. */
  async function fill(
    warehouse: Warehouse,
    wanted: RowsWanted,
    table: string,
    answer: WarehouseAnswer,
    columns: readonly DatasourceColumn[],
  ): Promise<boolean> {
    const keys = ["row", ...columns.map(({ key }) => key)];
    const [last] = await clickhouse.query<{ readonly row: number }>(`SELECT max(row) AS row FROM ${table}`);
    let done = last?.row ?? 0;
    while (done < answer.rows) {
      parts.stopping.throwIfAborted();
      if (!(await wanted.isWanted())) throw new NotWanted();
      await wanted.tell(`Reading from BigQuery: ${done} of ${answer.rows} rows.`);
      const rows = await warehouse.page(answer, done, parts.stopping);
      if (rows === undefined || rows.length === 0) return false;
      const lines = rows.map((row, at) =>
        tabSeparated([String(done + at + 1), ...columns.map(({ type }, cell) => cellOf(row[cell] ?? null, type))]),
      );
      await clickhouse.insertTabSeparated(table, keys, Buffer.from(lines.join("")));
      done += rows.length;
    }
    return true;
  }

  /** The account of this organisation only: it is selected under row-level security and decrypted with the organisation's id. */
  async function accountOf(organisationId: string): Promise<Extract<Home, { kind: "account" }>["account"]> {
    try {
      const home = await postgres.inOrganisation({ organisationId, userId: null }, (tx) => homeOf(tx, parts.secrets, organisationId));
      if (home.kind === "account") return home.account;
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      throw new CannotRead("The organisation's service account cannot be read. Upload its file again.");
    }
    throw new CannotRead("The organisation has no service account any more that could read its BigQuery table.");
  }

  function tokenOf(account: Parameters<typeof requestAccessToken>[0]): () => Promise<AccessToken> {
    let held: AccessToken | undefined;
    return async () => {
      if (held === undefined || held.expires.getTime() - Date.now() < spareMillis) held = await requestAccessToken(account, google.token);
      return held;
    };
  }

  /** The current columns in BigQuery, in the order of the wanted ones. */
  async function describe(
    token: AccessToken,
    place: TablePlace,
    columns: readonly DatasourceColumn[],
  ): Promise<readonly TableColumnDescription[]> {
    const found = await openWarehouseTables({ token, endpoint: google.bigquery }).describe(place);
    if (found === undefined) throw new CannotRead(`The table ${place.table} is not in BigQuery any more.`);
    return columns.map(({ name, type }) => {
      const column = found.columns.find((candidate) => candidate.name === name);
      if (column === undefined) throw new CannotRead(`The table ${place.table} has no column ${name} any more.`);
      if (columnTypeOf(column.type) !== type && type !== "STRING")
        throw new CannotRead(`The column ${name} of ${place.table} is ${column.type} now. Add the table again.`);
      return column;
    });
  }
}
