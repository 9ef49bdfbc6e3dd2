import type { DataReader, DecodedArray, Encoding } from "hyparquet";
import { convert } from "hyparquet/src/convert.js";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { byteStreamSplit } from "hyparquet/src/encoding.js";
import { readPlain } from "hyparquet/src/plain.js";
import { readVarInt } from "hyparquet/src/thrift.js";
import { FileFailure } from "../csv/file-failure.ts";
import type { LookBudget } from "./look-budget.ts";
import { firstOfRuns } from "./run-length.ts";

export type ColumnDecoder = Parameters<typeof convert>[1];

export interface Dictionary {
  readonly bytes: Uint8Array;
  readonly values: number;
}

export const readerOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataReader => ({
  view: new DataView(buffer, byteOffset, byteLength),
  offset: 0,
});

/** The first `count` present values of a page; undefined if the budget is not enough to decode them. */
export function decodeFirst(
  reader: DataReader,
  encoding: Encoding,
  count: number,
  decoder: ColumnDecoder,
  dictionary: Dictionary | undefined,
  budget: LookBudget,
): ArrayLike<unknown> | undefined {
  if (count === 0) return [];
  if (encoding === "PLAIN_DICTIONARY" || encoding === "RLE_DICTIONARY") return fromDictionary(reader, count, decoder, dictionary, budget);
  const values = decode(reader, encoding, count, decoder, budget);
  return values === undefined ? undefined : convert(values, decoder);
}

function decode(
  reader: DataReader,
  encoding: Encoding,
  count: number,
  { type, element }: ColumnDecoder,
  budget: LookBudget,
): DecodedArray | undefined {
  switch (encoding) {
    case "PLAIN":
      return readPlain(reader, type, count, element.type_length);
    case "RLE":
      if (type !== "BOOLEAN") throw new FileFailure("PARQUET_DAMAGED");
      // Skip the length of the runs.
      reader.offset += 4;
      return firstOfRuns(reader, 1, count).map((bit) => bit === 1);
    case "DELTA_BINARY_PACKED": {
      const values = type === "INT32" ? new Int32Array(count) : new BigInt64Array(count);
      deltaBinaryUnpack(reader, count, values);
      return values;
    }
    case "DELTA_LENGTH_BYTE_ARRAY":
    case "DELTA_BYTE_ARRAY":
      return deltaBytes(reader, encoding === "DELTA_BYTE_ARRAY", count, budget);
    case "BYTE_STREAM_SPLIT": {
      // Byte stream split: the first bytes of all values, then their second bytes. The page contains nothing else.
      const width = widths[type] ?? element.type_length ?? 0;
      const all = Math.floor((reader.view.byteLength - reader.offset) / width);
      if (!(all >= count)) throw new FileFailure("PARQUET_DAMAGED");
      return budget.takeValues(all) ? byteStreamSplit(reader, all, type, element.type_length).slice(0, count) : undefined;
    }
    default:
      throw new FileFailure("PARQUET_DAMAGED");
  }
}

const widths: Readonly<Partial<Record<ColumnDecoder["type"], number>>> = { INT32: 4, FLOAT: 4, INT64: 8, DOUBLE: 8 };

/** Dictionaries are in the order of first use, so the first rows need only its beginning. */
function fromDictionary(
  reader: DataReader,
  count: number,
  decoder: ColumnDecoder,
  dictionary: Dictionary | undefined,
  budget: LookBudget,
): ArrayLike<unknown> | undefined {
  if (dictionary === undefined) throw new FileFailure("PARQUET_DAMAGED");
  const width = reader.view.getUint8(reader.offset);
  reader.offset += 1;
  const indexes = width === 0 ? Array.from({ length: count }, () => 0) : firstOfRuns(reader, width, count);
  const used = Math.max(...indexes) + 1;
  if (used > dictionary.values) throw new FileFailure("PARQUET_DAMAGED");
  if (!budget.takeValues(used)) return undefined;
  const values = convert(readPlain(readerOf(dictionary.bytes), decoder.type, used, decoder.element.type_length), decoder);
  return indexes.map((index): unknown => values[index]);
}

/** All lengths precede the first byte of a value. */
function deltaBytes(reader: DataReader, hasPrefixes: boolean, count: number, budget: LookBudget): Uint8Array[] | undefined {
  const all = deltaCount(reader);
  if (all < count) throw new FileFailure("PARQUET_DAMAGED");
  if (!budget.takeValues(all * 2)) return undefined;
  const prefixes = new Int32Array(all);
  if (hasPrefixes) deltaBinaryUnpack(reader, all, prefixes);
  const lengths = new Int32Array(all);
  deltaBinaryUnpack(reader, all, lengths);
  const values: Uint8Array[] = [];
  let last = new Uint8Array();
  for (let index = 0; index < count; index += 1) {
    const { buffer, byteOffset } = reader.view;
    const rest = new Uint8Array(buffer, byteOffset + reader.offset, lengths[index]);
    reader.offset += rest.length;
    const prefix = prefixes[index] ?? 0;
    if (prefix < 0 || prefix > last.length) throw new FileFailure("PARQUET_DAMAGED");
    const value = new Uint8Array(prefix + rest.length);
    value.set(last.subarray(0, prefix));
    value.set(rest, prefix);
    values.push(value);
    last = value;
  }
  return values;
}

/** Reads the count in the header of a delta encoding without advancing the reader. */
function deltaCount({ view, offset }: DataReader): number {
  const header = { view, offset };
  // Block size, and miniblocks per block.
  readVarInt(header);
  readVarInt(header);
  return readVarInt(header) >>> 0;
}
