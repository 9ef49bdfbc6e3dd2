import { CsvReader } from "./csv-reader.ts";
import type { CsvForm } from "./describe-csv.ts";
import { decodeChunks } from "./encoding.ts";
import { unpackChunks } from "./unpack.ts";

/** The position from which an interrupted reading resumes. */
export interface CsvPlace {
  /** Bytes of the decoded text that were read, up to the end of a row. */
  readonly offset: number;
  /** Rows that were read, including those before the header. */
  readonly rows: number;
}

export const csvBeginning: CsvPlace = { offset: 0, rows: 0 };

/**
 * The byte of the object from which to read. Only plain UTF-8 can be resumed in the middle; other files are decompressed and decoded from the
 * beginning, and what was read before is skipped without parsing.
 */
export function startByte(form: CsvForm, place: CsvPlace): number {
  return canEnter(form) && place.offset > 0 ? place.offset + form.mark : 0;
}

function canEnter(form: CsvForm): boolean {
  return form.compression === "none" && form.encoding === "UTF-8";
}

/**
 * Parses a CSV file chunk by chunk. `onRow` is called for every row below the header with its number from 1. Yields the position after every chunk,
 * and waits for the caller (backpressure).
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  form: CsvForm,
  from: CsvPlace,
  onRow: (reader: CsvReader, row: number) => void,
): AsyncGenerator<CsvPlace> {
  const above = form.skipRows + (form.header ? 1 : 0);
  let rows = from.rows;
  const reader = new CsvReader(
    form.delimiter.charCodeAt(0),
    () => {
      rows += 1;
      if (rows > above) onRow(reader, rows - above);
    },
    from.offset,
  );
  const unpacked = form.compression === "gzip" ? unpackChunks(chunks) : chunks;
  const isInside = canEnter(form) && from.offset > 0;
  const decoded = isInside ? unpacked : decodeChunks(unpacked, form, from.offset);
  for await (const chunk of decoded) {
    reader.write(chunk);
    yield { offset: reader.offset, rows };
  }
  reader.end();
  yield { offset: reader.offset, rows };
}
