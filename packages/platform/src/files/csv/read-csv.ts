import { CsvReader } from "./csv-reader.ts";
import type { CsvForm } from "./describe-csv.ts";
import { decodeChunks } from "./encoding.ts";
import { unpackChunks } from "./unpack.ts";

/** Where a reading that was broken off goes on. */
export interface CsvPlace {
  /** Bytes of the decoded text that were read, up to the end of a row. */
  readonly offset: number;
  /** Rows that were read, those before the header included. */
  readonly rows: number;
}

export const csvBeginning: CsvPlace = { offset: 0, rows: 0 };

/**
 * From which byte of the object itself to read. Only plain UTF-8 can be entered in the middle; everything else is unpacked and
 * decoded from its beginning, and what was read before is passed over without being taken apart.
 */
export function startByte(form: CsvForm, place: CsvPlace): number {
  return canEnter(form) && place.offset > 0 ? place.offset + form.mark : 0;
}

function canEnter(form: CsvForm): boolean {
  return form.compression === "none" && form.encoding === "UTF-8";
}

/**
 * Reads a CSV file as its chunks come. `onRow` is called for every row below the header with its number, counted from 1; after every
 * chunk the place is given, and the reading waits as long as the caller takes.
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
