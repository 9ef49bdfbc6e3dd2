import { parquetMetadataAsync, parquetScan, type AsyncBuffer, type FileMetaData, type ParquetParsers } from "hyparquet";
import { isFloat, isInteger, isMissingNumber, numberEnd, numberStart, type ColumnType } from "../csv/cells.ts";
import { FileFailure } from "../csv/file-failure.ts";
import { fileLimits } from "../csv/limits.ts";
import { faultSentence, numberSentence } from "../csv/row-sentence.ts";
import { tabSeparated, type KeptColumn } from "../csv/row-writer.ts";
import { parquetLimits } from "./limits.ts";
import { describeFile, type ParquetDescription } from "./look.ts";
import { parquetColumns, type ParquetColumn } from "./parquet-columns.ts";
import { unpackPage } from "./unpack-page.ts";

export interface ParquetRejection {
  readonly row: number;
  readonly column: string;
  readonly sentence: string;
  readonly cells: readonly string[];
}

export interface ParquetBatch {
  /** Rows of the file that were read including this batch. */
  readonly rows: number;
  readonly rowsInAll: number;
  readonly written: number;
  /** TabSeparated: the row's number from 1, and the selected columns. */
  readonly content: Uint8Array;
  readonly rejected: readonly ParquetRejection[];
}

/** Texts in ISO 8601, with all digits of the file. */
const parsers: Partial<ParquetParsers> = {
  dateFromDays: (days) => isoOf(BigInt(days) * 86_400_000_000n).split("T")[0],
  timestampFromMilliseconds: (millis) => isoOf(millis * 1000n),
  timestampFromMicroseconds: (micros) => isoOf(micros),
  timestampFromNanoseconds: (nanos) => isoOf(nanos / 1000n),
  jsonFromBytes: (bytes) => Buffer.from(bytes).toString("utf8"),
};

function isoOf(micros: bigint): string {
  const millis = Number(micros / 1000n);
  const rest = Number(micros % 1000n);
  // Beyond the range of dates, the number itself is returned.
  if (Math.abs(millis) > 8.64e15) return String(micros);
  const text = new Date(millis).toISOString();
  return rest > 0 ? text.replace("Z", `${String(rest).padStart(3, "0")}Z`) : text;
}

/** Parses a file. Throws `FileFailure` with a message; any other error means that the file is damaged. */
export async function openParquetFile(file: AsyncBuffer) {
  await checkEnds(file);
  const metadata = await parquetMetadataAsync(file, { parsers, geoparquet: false });
  const columns = parquetColumns(metadata);
  checkGroups(metadata, file.byteLength);
  const rowsInAll = Number(metadata.num_rows);

  async function* slices(chosen: readonly ParquetColumn[], from: number, atOnce: number) {
    checkBytes(metadata, chosen);
    const held = holdingLast(file, chosen.length + 2);
    const scan = await parquetScan({
      file: held,
      metadata,
      columns: chosen.map(({ source }) => source),
      compressors: unpackPage,
      parsers,
      geoparquet: false,
    });
    for (const { rowStart, rowEnd } of scan.ranges) {
      for (let start = Math.max(rowStart, from); start < rowEnd; start += atOnce) {
        const end = Math.min(rowEnd, start + atOnce);
        const values: ArrayLike<unknown>[] = [];
        for (const { source } of chosen) {
          const read = await scan.readColumn({ column: source, rowStart: start, rowEnd: end });
          if (read.length !== end - start) throw new FileFailure("PARQUET_DAMAGED");
          values.push(read);
        }
        yield { start, end, values };
      }
    }
  }

  return {
    describe: (): Promise<ParquetDescription> => {
      checkBytes(metadata, columns);
      return describeFile(file, metadata, columns, parsers);
    },
    /** Rows from index `from`. */
    async *read(kept: readonly KeptColumn[], from: number): AsyncGenerator<ParquetBatch> {
      const chosen = kept.flatMap(({ cell }) => columns[cell] ?? []);
      if (chosen.length !== kept.length) throw new FileFailure("PARQUET_DAMAGED");
      for await (const { start, end, values } of slices(chosen, from, parquetLimits.rowsAtOnce)) {
        const lines: string[] = [];
        const rejected: ParquetRejection[] = [];
        for (let row = 0; row < end - start; row += 1) {
          const texts = chosen.map(({ text }, at) => text(values[at]?.[row]));
          const number = start + row + 1;
          const wrong = misfit(kept, texts);
          if (wrong === undefined)
            lines.push(tabSeparated([String(number), ...texts.map((text, at) => cellOf(text, kept[at]?.type ?? "STRING"))]));
          else rejected.push({ row: number, ...wrong, cells: texts.map((text) => (text ?? "").slice(0, keptLength)) });
        }
        yield { rows: end, rowsInAll, written: lines.length, content: Buffer.from(lines.join("")), rejected };
      }
    },
  };
}

/** Enough to identify a cell of a rejected row. */
const keptLength = 10_000;

function misfit(kept: readonly KeptColumn[], texts: readonly (string | null)[]): Pick<ParquetRejection, "column" | "sentence"> | undefined {
  for (const [at, { name, type }] of kept.entries()) {
    const text = texts[at] ?? null;
    if (text === null) continue;
    if (text.length > fileLimits.cellBytes || (text.length > fileLimits.cellBytes / 4 && Buffer.byteLength(text) > fileLimits.cellBytes)) {
      return { column: name, sentence: faultSentence("CELL_TOO_LARGE") };
    }
    if (type === "STRING") continue;
    const bytes = Buffer.from(text);
    const isRight = isMissingNumber(bytes, 0, bytes.length) || (type === "INTEGER" ? isInteger : isFloat)(bytes, 0, bytes.length);
    if (!isRight) return { column: name, sentence: numberSentence(type, text) };
  }
  return undefined;
}

function cellOf(text: string | null, type: ColumnType): string | null {
  if (text === null || type === "STRING") return text;
  const bytes = Buffer.from(text);
  if (isMissingNumber(bytes, 0, bytes.length)) return null;
  const first = numberStart(bytes, 0, bytes.length);
  return bytes.toString("latin1", first, numberEnd(bytes, first, bytes.length)).replace(/^\+/, "");
}

async function checkEnds(file: AsyncBuffer): Promise<void> {
  if (file.byteLength < 12) throw new FileFailure("PARQUET_DAMAGED");
  const tail = Buffer.from(await file.slice(file.byteLength - 8, file.byteLength));
  const mark = tail.toString("latin1", 4);
  if (mark === "PARE") throw new FileFailure("PARQUET_ENCRYPTED");
  const length = tail.readUInt32LE(0);
  if (mark !== "PAR1" || length > file.byteLength - 12 || length > parquetLimits.footerBytes) throw new FileFailure("PARQUET_DAMAGED");
}

/** The rows of the groups must add up to the rows of the file: false counts are found before anything relies on them. */
function checkGroups({ num_rows: rows, row_groups: groups }: FileMetaData, length: number): void {
  const counted = groups.reduce((sum, group) => sum + group.num_rows, 0n);
  const isNumber = rows >= 0n && rows <= BigInt(Number.MAX_SAFE_INTEGER) && groups.every((group) => group.num_rows >= 0n);
  if (!isNumber || counted !== rows) throw new FileFailure("PARQUET_DAMAGED");
  if (rows > BigInt(parquetLimits.fewRows) && rows > BigInt(length) * BigInt(parquetLimits.rowsForByte))
    throw new FileFailure("PARQUET_BOMB");
}

function checkBytes({ row_groups: groups }: FileMetaData, chosen: readonly ParquetColumn[]): void {
  const names = new Set(chosen.map(({ source }) => source));
  for (const group of groups) {
    let bytes = 0n;
    for (const { meta_data: column, crypto_metadata: encrypted } of group.columns) {
      if (encrypted !== undefined) throw new FileFailure("PARQUET_ENCRYPTED");
      if (column === undefined) throw new FileFailure("PARQUET_DAMAGED");
      if (!names.has(column.path_in_schema[0] ?? "")) continue;
      if (column.total_compressed_size < 0n || column.num_values !== group.num_rows) throw new FileFailure("PARQUET_DAMAGED");
      bytes += column.total_compressed_size;
    }
    if (bytes > BigInt(parquetLimits.groupBytes)) throw new FileFailure("PARQUET_GROUPS");
  }
}

/** Caches the last ranges that were read, so that the pages of a column are fetched once while its rows are parsed in batches. */
function holdingLast(file: AsyncBuffer, parts: number): AsyncBuffer {
  const held = new Map<string, Promise<ArrayBuffer>>();
  return {
    byteLength: file.byteLength,
    slice: (start, end = file.byteLength) => {
      if (!(start >= 0) || !(end <= file.byteLength) || end < start) throw new FileFailure("PARQUET_DAMAGED");
      const key = `${start}-${end}`;
      const found = held.get(key) ?? Promise.resolve(file.slice(start, end));
      held.delete(key);
      held.set(key, found);
      for (const oldest of held.keys()) {
        if (held.size <= parts) break;
        held.delete(oldest);
      }
      return found;
    },
  };
}
