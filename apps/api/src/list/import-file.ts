import { maxListRows, maxNamedRejections, type ListImportFields, type ListImportQuery, type ListRejection } from "@airlock/contract";
import { createSlotQueue } from "@airlock/platform";
import { FileFailure } from "@airlock/platform/csv";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { Actor } from "../identity/actor.ts";
import { allowLongStatements } from "../long-statements.ts";
import { isRefused, refuse, type Refused } from "../outcome.ts";
import { countDraft, putRows, stagedRows } from "./change-rows.ts";
import { ListFileFailure, readListFile, type FileRow } from "./read-file.ts";
import { changesOf, findList, type ListRow } from "./store.ts";

/** Each holds a connection and the lock of its list for as long as the file takes. */
const importLimits = { all: 2, each: 1, waitingEach: 2, waitMillis: 10_000 };

export interface ListImports {
  /** Rejects with `Busy` when there is no capacity. */
  readonly run: (
    call: { readonly actor: Actor; readonly correlationId: string | undefined; readonly signal: AbortSignal },
    listId: string,
    file: AsyncIterable<Uint8Array>,
    query: ListImportQuery,
  ) => Promise<{ readonly list: ListRow; readonly report: ListImportFields } | Refused>;
}

/** Thrown to roll the transaction back; never leaves this file. */
class RollBack extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.problem.code);
    this.refused = refused;
  }
}

export function createListImports(postgres: Postgres): ListImports {
  const queue = createSlotQueue(importLimits);
  return {
    run: ({ actor, correlationId, signal }, listId, file, query) =>
      queue.run(actor.organisationId, signal, async () => {
        try {
          return await postgres.inOrganisation({ ...actor, correlationId }, async (tx) => {
            await allowLongStatements(tx);
            const list = await findList(tx, listId, true);
            const imported = list === undefined ? refuse("LIST_NOT_FOUND") : await importFile(tx, list, file, query);
            if (isRefused(imported)) throw new RollBack(imported);
            return imported;
          });
        } catch (error) {
          if (error instanceof RollBack) return error.refused;
          if (error instanceof FileFailure || error instanceof ListFileFailure) {
            return { kind: "refused", problem: { code: "FILE_UNREADABLE", details: { sentence: error.message } } };
          }
          throw error;
        }
      }),
  };
}

async function importFile(tx: Tx, list: ListRow, file: AsyncIterable<Uint8Array>, { mode, rejected: onRejected }: ListImportQuery) {
  const reading = await readListFile(file, list);
  let rows = 0;
  for await (const batch of reading.batches) {
    rows += batch.length;
    // Before the whole of a far too long file was read.
    if (rows > maxListRows) return refuse("LIST_TOO_LONG");
    if (batch.length > 0) await stage(tx, list, batch);
  }
  const { count, first } = reading.rejected();
  const repeated = await dropRepeated(tx, list);
  const rejected = count + repeated.count;
  const rejections = [...first, ...repeated.first].sort((a, b) => a.row - b.row).slice(0, maxNamedRejections);
  if (rejected > 0 && onRejected === "refuse") return rejectedRows(rejected, rows + count, rejections);

  await putRows(tx, list, stagedRows(list), mode);
  await sql`delete from list_incoming_rows where list_id = ${list.id}`.execute(tx);
  if ((await countDraft(tx, list)) > maxListRows) return refuse("LIST_TOO_LONG");
  const changed = await findList(tx, list.id, false);
  if (changed === undefined) return refuse("LIST_NOT_FOUND");
  const report: ListImportFields = { rows: rows - repeated.count, draft: changesOf(changed), rejected, rejections };
  return { list: changed, report };
}

async function stage(tx: Tx, list: ListRow, rows: readonly FileRow[]): Promise<void> {
  const numbers = rows.map(({ row }) => row);
  const keys = rows.map(({ key }) => key);
  const cells = rows.map((row) => JSON.stringify(row.cells));
  await sql`
    insert into list_incoming_rows (organisation_id, list_id, row, key, cells)
    select ${list.organisation_id}, ${list.id}, given.row, given.key, given.cells::jsonb
    from unnest(${numbers}::int[], ${keys}::text[], ${cells}::text[]) as given (row, key, cells)
  `.execute(tx);
}

/** Of a key that the file has several times, the first row counts. */
async function dropRepeated(tx: Tx, { id, key_name }: ListRow) {
  const repeated = await sql<{ readonly row: number; readonly before: number }>`
    select row, before from (
      select row, min(row) over (partition by key) as before from list_incoming_rows where list_id = ${id}
    ) numbered
    where row > before order by row limit ${maxNamedRejections}
  `.execute(tx);
  if (repeated.rows.length === 0) return { count: 0, first: [] };
  const dropped = await sql`
    delete from list_incoming_rows r where r.list_id = ${id} and exists (
      select from list_incoming_rows e where e.list_id = ${id} and e.key = r.key and e.row < r.row)
  `.execute(tx);
  const first: ListRejection[] = repeated.rows.map(({ row, before }) => ({
    row,
    column: key_name,
    message: `has the key of row ${before}`,
  }));
  return { count: Number(dropped.numAffectedRows ?? 0n), first };
}

function rejectedRows(rejected: number, rows: number, rejections: readonly ListRejection[]): Refused {
  return {
    kind: "refused",
    problem: {
      code: "LIST_ROWS_REJECTED",
      details: { rejected: String(rejected), rows: String(rows) },
      problems: rejections.map(({ row, column, message }) => ({
        field: column === "" ? `row ${row}` : `row ${row}, ${column}`,
        code: "rejected",
        message,
      })),
    },
  };
}
