import type { ClickHouse } from "@airlock/platform/clickhouse";
import {
  fileLimits,
  quotedTab,
  readCsv,
  RowWriter,
  startByte,
  tabSeparated,
  type CsvForm,
  type CsvPlace,
  type CsvReader,
} from "@airlock/platform/csv";
import { readParquet, type ParquetRejection } from "@airlock/platform/parquet";
import type { FileSource } from "@airlock/platform/file-source";
import type { TakenImport } from "./import-row.ts";

export interface Batch {
  readonly rows: number;
  readonly content: Buffer;
  readonly rejections: string;
  readonly place: CsvPlace;
  readonly bytes: number;
  readonly rowsInAll: number;
  readonly rejectedInAll: number;
}

/** Limit of a batch: large enough that the overhead of a statement is small, small enough to hold two in memory. */
const batchBytes = 8 * 1024 * 1024;
const batchRows = 100_000;

/** Collects rows of a CSV file until there are enough for an insert. */
class Gathering {
  rows: number;
  rejected: number;
  readonly #writer: RowWriter;
  #rejections: string[] = [];
  readonly #taken: TakenImport;

  constructor(taken: TakenImport, form: CsvForm) {
    this.#taken = taken;
    this.rows = taken.rows;
    this.rejected = taken.rejectedRows;
    this.#writer = new RowWriter(taken.columns, form.columns);
  }

  readonly add = (reader: CsvReader, row: number): void => {
    const rejection = this.#writer.write(reader, row);
    if (rejection === undefined) {
      this.rows += 1;
      return;
    }
    this.rejected += 1;
    if (this.rejected > fileLimits.keptRejections) return;
    this.#rejections.push(rejectionLine(this.#taken, { row, ...rejection, cells: reader.texts(keptCell) }));
  };

  get isFull(): boolean {
    return this.#writer.length >= batchBytes || this.#writer.rows >= batchRows || this.#rejections.length >= 10_000;
  }

  take(place: CsvPlace, bytes: number): Batch {
    const rejections = this.#rejections.join("");
    this.#rejections = [];
    const { rows } = this.#writer;
    return { rows, content: this.#writer.take(), rejections, place, bytes, rowsInAll: this.rows, rejectedInAll: this.rejected };
  }
}

/** Batches of the rest of a file, from where the import left off. The last batch is yielded even if it is empty. */
export function batchesOf(taken: TakenImport, fileSource: FileSource, length: number): AsyncGenerator<Batch> {
  return "format" in taken.form ? parquetBatches(taken, fileSource, length) : csvBatches(taken, taken.form, fileSource, length);
}

async function* csvBatches(taken: TakenImport, form: CsvForm, fileSource: FileSource, length: number): AsyncGenerator<Batch> {
  const gathering = new Gathering(taken, form);
  const first = startByte(form, taken.place);
  let bytes = first;
  async function* counted(): AsyncGenerator<Buffer> {
    // A worker may die after it read the last row: a range that starts at the end is an error for bucket servers.
    if (first >= length) return;
    for await (const chunk of fileSource.read(taken.bucket, taken.object, first)) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  let place = taken.place;
  for await (const at of readCsv(counted(), form, taken.place, gathering.add)) {
    place = at;
    if (gathering.isFull) yield gathering.take(at, bytes);
  }
  yield gathering.take(place, bytes);
}

/** A row's number is its index in the file, which is also the position for resuming. */
async function* parquetBatches(taken: TakenImport, fileSource: FileSource, length: number): AsyncGenerator<Batch> {
  const source = { length, read: (from: number, to: number) => fileSource.read(taken.bucket, taken.object, from, to) };
  let { rows: rowsInAll, rejectedRows: rejectedInAll } = taken;
  let { place } = taken;
  for await (const batch of readParquet(source, taken.columns, taken.place.rows)) {
    const room = Math.max(0, fileLimits.keptRejections - rejectedInAll);
    rowsInAll += batch.written;
    rejectedInAll += batch.rejected.length;
    place = { offset: batch.rows, rows: batch.rows };
    yield {
      rows: batch.written,
      content: Buffer.from(batch.content),
      rejections: batch.rejected
        .slice(0, room)
        .map((rejection) => rejectionLine(taken, rejection))
        .join(""),
      place,
      bytes: Math.floor((length * batch.rows) / batch.rowsInAll),
      rowsInAll,
      rejectedInAll,
    };
  }
  yield { rows: 0, content: Buffer.alloc(0), rejections: "", place, bytes: length, rowsInAll, rejectedInAll };
}

function rejectionLine({ organisationId, id }: TakenImport, { row, column, sentence, cells }: ParquetRejection): string {
  const fields = tabSeparated([organisationId, id, String(row), column, sentence]).slice(0, -1);
  return `${fields}\t[${cells.map(quotedTab).join(",")}]\n`;
}

/** Enough to identify a cell; a rejected one may be as long as a file. */
const keptCell = 10_000;

export async function insertBatch(clickhouse: ClickHouse, table: string, columns: readonly string[], batch: Batch): Promise<void> {
  if (batch.rows > 0) await clickhouse.insertTabSeparated(table, ["row", ...columns], batch.content);
  if (batch.rejections !== "") {
    const names = ["organisation", "import", "row", "column", "reason", "cells"];
    await clickhouse.insertTabSeparated("rejected_rows", names, Buffer.from(batch.rejections));
  }
}
