import type { DataReader } from "hyparquet";
import { readVarInt } from "hyparquet/src/thrift.js";
import { FileFailure } from "../csv/file-failure.ts";

/**
 * The first `count` values of Parquet's RLE and bit-packed hybrid encoding. The cost is proportional to `count`, whatever lengths the runs claim;
 * hyparquet's own reader expands a run completely.
 */
export function firstOfRuns(reader: DataReader, width: number, count: number): readonly number[] {
  if (width > 32) throw new FileFailure("PARQUET_DAMAGED");
  const values: number[] = [];
  while (values.length < count) {
    const header = readVarInt(reader);
    const length = header >>> 1;
    const wanted = count - values.length;
    if ((header & 1) === 1) {
      const taken = Math.min(length * 8, wanted);
      for (let index = 0; index < taken; index += 1) values.push(bitsAt(reader, index * width, width));
      reader.offset += length * width;
    } else {
      const value = bitsAt(reader, 0, Math.ceil(width / 8) * 8);
      reader.offset += Math.ceil(width / 8);
      for (let index = Math.min(length, wanted); index > 0; index -= 1) values.push(value);
    }
  }
  return values;
}

function bitsAt({ view, offset }: DataReader, from: number, width: number): number {
  let value = 0;
  for (let bit = 0; bit < width; bit += 1) {
    const at = from + bit;
    value += ((view.getUint8(offset + (at >>> 3)) >>> (at & 7)) & 1) * 2 ** bit;
  }
  return value;
}
