import type { ListColumn } from "@airlock/contract";
import { GrowingBytes, GrowingNumbers } from "./growing.ts";
import { aligned, compareBytes, missingText, type TableHeader, type TableValue } from "./table-format.ts";

export interface ListTableWriter {
  /** Keys must be in byte order; throws for a key that is out of order or a duplicate. */
  readonly add: (key: string, values: readonly TableValue[]) => void;
  readonly finish: () => Uint8Array;
}

interface ColumnWriter {
  readonly add: (value: TableValue) => void;
  readonly blocks: () => readonly Uint8Array[];
}

/** Writes a list into one buffer while its rows are read, without keeping them. */
export function createListTableWriter(columns: readonly ListColumn[]): ListTableWriter {
  const starts = new GrowingNumbers((length) => new Uint32Array(length));
  const keys = new GrowingBytes();
  const writers = columns.map(({ type }) => (type === "String" ? textWriter() : numberWriter()));
  let last: Uint8Array | undefined;
  return {
    add: (key, values) => {
      const bytes = Buffer.from(key);
      if (last !== undefined && compareBytes(last, bytes) >= 0) throw new Error("Keys must be added once, in the order of their bytes.");
      last = bytes;
      starts.append(keys.length);
      keys.append(bytes);
      for (const [at, writer] of writers.entries()) writer.add(values[at]);
    },
    finish: () => {
      const rows = starts.length;
      starts.append(keys.length);
      const blocks = [starts.bytes(), keys.bytes(), ...writers.flatMap((writer) => writer.blocks())];
      const header: TableHeader = { format: 1, columns, rows, blocks: blocks.map(({ length }) => length) };
      return joined(Buffer.from(JSON.stringify(header)), blocks);
    },
  };
}

function numberWriter(): ColumnWriter {
  const numbers = new GrowingNumbers((length) => new Float64Array(length));
  return { add: (value) => numbers.append(typeof value === "number" ? value : Number.NaN), blocks: () => [numbers.bytes()] };
}

/** Values of a column repeat, so each text is stored once. */
function textWriter(): ColumnWriter {
  const numbers = new GrowingNumbers((length) => new Uint32Array(length));
  const known = new Map<string, number>();
  const starts = new GrowingNumbers((length) => new Uint32Array(length));
  const texts = new GrowingBytes();
  return {
    add: (value) => {
      if (typeof value !== "string") {
        numbers.append(missingText);
        return;
      }
      let number = known.get(value);
      if (number === undefined) {
        number = known.size;
        known.set(value, number);
        starts.append(texts.length);
        texts.append(Buffer.from(value));
      }
      numbers.append(number);
    },
    blocks: () => {
      starts.append(texts.length);
      return [numbers.bytes(), starts.bytes(), texts.bytes()];
    },
  };
}

function joined(header: Uint8Array, blocks: readonly Uint8Array[]): Uint8Array {
  const length = blocks.reduce((offset, block) => aligned(offset) + block.length, 4 + header.length);
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(0, header.length, true);
  bytes.set(header, 4);
  let offset = 4 + header.length;
  for (const block of blocks) {
    offset = aligned(offset);
    bytes.set(block, offset);
    offset += block.length;
  }
  return bytes;
}
