import type { AsyncBuffer, ColumnMetaData, DataReader, PageHeader } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { decompressPage } from "hyparquet/src/datapage.js";
import { FileFailure } from "../csv/file-failure.ts";
import { decodeFirst, readerOf, type ColumnDecoder, type Dictionary } from "./decode-first.ts";
import { parquetLimits } from "./limits.ts";
import type { LookBudget } from "./look-budget.ts";
import { firstOfRuns } from "./run-length.ts";

/**
 * The first `count` values of a column chunk of a flat schema; undefined if the budget is not enough. Reads, decompresses and decodes page by page:
 * hyparquet decodes all values of a page, and a page may contain a whole row group.
 */
export async function firstValues(
  file: AsyncBuffer,
  chunk: ColumnMetaData,
  decoder: ColumnDecoder,
  count: number,
  budget: LookBudget,
): Promise<readonly unknown[] | undefined> {
  let at = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  const end = at + Number(chunk.total_compressed_size);
  const values: unknown[] = [];
  let dictionary: Dictionary | undefined;
  while (values.length < count) {
    const header = await headerAt(file, at, end, budget);
    if (header === undefined) return undefined;
    const { compressed_page_size: packedSize, uncompressed_page_size: size } = header;
    const from = at + header.length;
    if (!(packedSize >= 0) || !(size >= 0) || from + packedSize > end) throw new FileFailure("PARQUET_DAMAGED");
    // An import would refuse it as well.
    if (decoder.codec !== "UNCOMPRESSED" && size > parquetLimits.pageBytes) throw new FileFailure("PARQUET_BOMB");
    if (!budget.takePage(Math.max(packedSize, size))) return undefined;
    at = from + packedSize;
    const packed = new Uint8Array(await file.slice(from, at));
    if (header.type === "DICTIONARY_PAGE") {
      const bytes = decompressPage(packed, size, decoder.codec, decoder.compressors);
      dictionary = { bytes, values: header.dictionary_page_header?.num_values ?? 0 };
      continue;
    }
    const found = pageValues(header, packed, decoder, dictionary, count - values.length, budget);
    if (found === undefined) return undefined;
    values.push(...found);
  }
  return values;
}

/** Statistics may make a header long, so it is read again with more bytes. */
async function headerAt(file: AsyncBuffer, at: number, end: number, budget: LookBudget) {
  for (const bytes of headerBytes) {
    const to = Math.min(end, at + bytes);
    if (to <= at) throw new FileFailure("PARQUET_DAMAGED");
    if (bytes !== headerBytes[0] && !budget.takePage(to - at)) return undefined;
    const reader: DataReader = { view: new DataView(await file.slice(at, to)), offset: 0 };
    try {
      return { ...parquetHeader(reader), length: reader.offset };
    } catch (error) {
      if (!(error instanceof RangeError) || to === end) throw error;
    }
  }
  throw new FileFailure("PARQUET_DAMAGED");
}

const headerBytes = [16 * 1024, 16 * 1024 * 1024];

function pageValues(
  header: PageHeader,
  packed: Uint8Array,
  decoder: ColumnDecoder,
  dictionary: Dictionary | undefined,
  wanted: number,
  budget: LookBudget,
): readonly unknown[] | undefined {
  const { levels, reader, encoding } =
    header.type === "DATA_PAGE_V2" ? pageV2(header, packed, decoder, wanted) : pageV1(header, packed, decoder, wanted);
  const present = levels.filter((level) => level === 1).length;
  const values = decodeFirst(reader, encoding, present, decoder, dictionary, budget);
  if (values === undefined) return undefined;
  let next = 0;
  return levels.map((level): unknown => {
    if (level !== 1) return undefined;
    next += 1;
    return values[next - 1];
  });
}

/** Missing values have level 0; a required column has none. */
const allPresent = (count: number): readonly number[] => Array.from({ length: count }, () => 1);
const isRequired = ({ element }: ColumnDecoder): boolean => element.repetition_type === "REQUIRED";

function pageV1(header: PageHeader, packed: Uint8Array, decoder: ColumnDecoder, wanted: number) {
  const data = header.data_page_header;
  if (header.type !== "DATA_PAGE" || data === undefined || !(data.num_values >= 0)) throw new FileFailure("PARQUET_DAMAGED");
  const count = Math.min(data.num_values, wanted);
  const reader = readerOf(decompressPage(packed, header.uncompressed_page_size, decoder.codec, decoder.compressors));
  if (isRequired(decoder)) return { levels: allPresent(count), reader, encoding: data.encoding };
  const length = reader.view.getUint32(0, true);
  reader.offset = 4;
  const levels = firstOfRuns(reader, 1, count);
  reader.offset = 4 + length;
  return { levels, reader, encoding: data.encoding };
}

function pageV2(header: PageHeader, packed: Uint8Array, decoder: ColumnDecoder, wanted: number) {
  const data = header.data_page_header_v2;
  if (data === undefined || !(data.num_values >= 0)) throw new FileFailure("PARQUET_DAMAGED");
  const { repetition_levels_byte_length: repetition, definition_levels_byte_length: definition } = data;
  const levelBytes = repetition + definition;
  if (!(repetition >= 0) || !(definition >= 0) || levelBytes > packed.length) throw new FileFailure("PARQUET_DAMAGED");
  const count = Math.min(data.num_values, wanted);
  const levels = isRequired(decoder) ? allPresent(count) : firstOfRuns(readerOf(packed.subarray(repetition)), 1, count);
  const rest = packed.subarray(levelBytes);
  const isPacked = data.is_compressed !== false;
  const page = isPacked ? decompressPage(rest, header.uncompressed_page_size - levelBytes, decoder.codec, decoder.compressors) : rest;
  return { levels, reader: readerOf(page), encoding: data.encoding };
}
