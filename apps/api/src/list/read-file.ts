import { columnNameOf, maxNamedRejections, readListKey, readListValue, type ListRejection } from "@airlock/contract";
import { csvBeginning, CsvReader, describeCsv, FileFailure, fileLimits, readCsv, type CsvForm } from "@airlock/platform/csv";
import type { NewRow } from "./change-rows.ts";
import type { ListRow } from "./store.ts";

export interface FileRow extends NewRow {
  /** Counted from 1 below the header. */
  readonly row: number;
}

export interface FileReading {
  /** As the file arrives, in batches. */
  readonly batches: AsyncIterable<readonly FileRow[]>;
  /** Complete when `batches` has ended. */
  readonly rejected: () => { readonly count: number; readonly first: readonly ListRejection[] };
}

/** Why a file cannot be read as this list at all, for the user. */
export class ListFileFailure extends Error {}

const batchRows = 5_000;

type OfList = Pick<ListRow, "key_name" | "key_type" | "columns">;

/**
 * Reads a CSV file as it arrives, with one batch of rows in memory. The first row names the columns, in any order, case and spelling of blanks; a set needs none. Rejects with
 * `FileFailure` or `ListFileFailure` for what is no file of this list.
 */
export async function readListFile(chunks: AsyncIterable<Uint8Array>, list: OfList): Promise<FileReading> {
  const { beginning, whole } = await lookInto(chunks);
  const { form: guessed, columns } = await describeCsv(beginning);
  const names = [list.key_name, ...list.columns.map(({ name }) => name)];
  const header = await firstRow(beginning, guessed);
  const named = header.map(columnNameOf);
  const positions = names.map((name) => named.indexOf(columnNameOf(name)));
  // Without its header, a file of one column is a set all the same.
  const isBare = positions[0] === -1 && columns.length === 1 && names.length === 1;
  const missing = names.filter((_name, at) => positions[at] === -1);
  if (missing.length > 0 && !isBare) {
    throw new ListFileFailure(`The first row does not name ${missing.join(", ")}. It must name the key and every column of the list.`);
  }
  const unknown = header.filter((_cell, at) => !positions.includes(at));
  if (unknown.length > 0 && !isBare) throw new ListFileFailure(`The list has no column ${unknown.slice(0, 5).join(", ")}.`);
  const form: CsvForm = { ...guessed, header: !isBare, columns: columns.length };
  const cells = isBare ? [0] : positions;

  let count = 0;
  const first: ListRejection[] = [];
  const reject = (row: number, column: string, message: string): undefined => {
    count += 1;
    if (first.length < maxNamedRejections) first.push({ row, column, message });
  };

  function rowOf(reader: CsvReader, row: number): FileRow | undefined {
    if (reader.fault !== undefined) return reject(row, "", faultMessages[reader.fault]);
    if (reader.cells !== form.columns) return reject(row, "", `has ${reader.cells} cells instead of ${form.columns}`);
    const key = readListKey(reader.text(cells[0] ?? 0).trim(), list.key_type);
    if (!key.ok) return reject(row, list.key_name, key.message);
    const values: NewRow["cells"][number][] = [];
    for (const [at, { name, type }] of list.columns.entries()) {
      const cell = cells[at + 1] ?? 0;
      const text = reader.text(cell);
      // `""` is an empty text, nothing at all is missing.
      const read = readListValue(text === "" && reader.wasQuoted[cell] === 0 ? null : text, type);
      if (!read.ok) return reject(row, name, read.message);
      values.push(read.value);
    }
    return { row, key: key.key, cells: values };
  }

  async function* batches(): AsyncGenerator<readonly FileRow[]> {
    let batch: FileRow[] = [];
    const places = readCsv(whole, form, csvBeginning, (reader, row) => {
      const read = rowOf(reader, row);
      if (read !== undefined) batch.push(read);
    });
    for await (const _place of places) {
      if (batch.length < batchRows) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
  return { batches: batches(), rejected: () => ({ count, first }) };
}

const faultMessages = {
  QUOTE: "has a quotation mark that is not closed, or text after one that is",
  CELL_TOO_LARGE: "has a cell larger than 1 MB",
  ENCODING: "has characters that are not UTF-8",
} as const;

/** The beginning of a file, from which its form is guessed, and the whole of it. */
async function lookInto(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  const taken: Buffer[] = [];
  let length = 0;
  let isOver = false;
  while (length < fileLimits.sampleBytes && !isOver) {
    const next = await iterator.next();
    if (next.done === true) isOver = true;
    else {
      taken.push(Buffer.from(next.value));
      length += next.value.length;
    }
  }
  const beginning = Buffer.concat(taken);
  async function* whole(): AsyncGenerator<Buffer> {
    // In chunks as received: as one chunk, its rows would be one batch.
    yield* taken;
    if (isOver) return;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield Buffer.from(next.value);
  }
  return { beginning, whole: whole() };
}

/** As its cells are written, without the names that `describeCsv` makes of them. */
async function firstRow(beginning: Buffer, form: CsvForm): Promise<readonly string[]> {
  let cells: readonly string[] = [];
  async function* sample(): AsyncGenerator<Buffer> {
    yield beginning;
  }
  try {
    const places = readCsv(sample(), { ...form, header: false }, csvBeginning, (reader, row) => {
      if (row === 1) cells = reader.texts();
      reader.stop();
    });
    for await (const _place of places) if (cells.length > 0) break;
  } catch (error) {
    // A compressed sample ends in the middle; its first row was read by then.
    if (cells.length === 0 || !(error instanceof FileFailure)) throw error;
  }
  return cells;
}
