import { parquetSchema, type AsyncBuffer, type FileMetaData, type ParquetParsers, type RowGroup } from "hyparquet";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import type { ColumnType } from "../csv/cells.ts";
import { FileFailure } from "../csv/file-failure.ts";
import type { ColumnDecoder } from "./decode-first.ts";
import { firstValues } from "./first-values.ts";
import { parquetLimits } from "./limits.ts";
import { createLookBudget } from "./look-budget.ts";
import type { ParquetColumn } from "./parquet-columns.ts";
import { unpackPage } from "./unpack-page.ts";

export interface ParquetDescription {
  /** Without first values if they would exceed the budget of a preview. */
  readonly columns: readonly { readonly name: string; readonly type: ColumnType; readonly firstValues: readonly string[] }[];
  /** The first rows; a missing value is empty. */
  readonly rows: readonly (readonly string[])[];
  readonly rowsInAll: number;
}

const shownLength = 200;

/** Describes a file by its schema and the first rows of its first row groups. The cost does not depend on the size of the file. */
export async function describeFile(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly ParquetColumn[],
  parsers: Partial<ParquetParsers>,
): Promise<ParquetDescription> {
  const blocks = inBlocks(file);
  const budget = createLookBudget();
  const isOverBudget = new Set<string>();
  const decoderOf = decoders(metadata, parsers);
  const rows: string[][] = [];
  for (const group of metadata.row_groups) {
    const count = Math.min(Number(group.num_rows), parquetLimits.shownRows - rows.length);
    if (count === 0) continue;
    const chunks = new Map(group.columns.map(({ meta_data: chunk }) => [chunk?.path_in_schema[0], chunk]));
    const cells: (readonly string[])[] = [];
    for (const { source, text } of columns) {
      const chunk = chunks.get(source);
      if (chunk === undefined) throw new FileFailure("PARQUET_DAMAGED");
      const values = isOverBudget.has(source) ? undefined : await firstValues(blocks, chunk, decoderOf(chunk), count, budget);
      if (values === undefined) isOverBudget.add(source);
      // Copied to strings, so that values do not keep their page in memory.
      cells.push(values?.map((value) => (text(value) ?? "").slice(0, shownLength)) ?? []);
    }
    for (let row = 0; row < count; row += 1) rows.push(cells.map((column) => column[row] ?? ""));
    if (rows.length >= parquetLimits.shownRows) break;
  }
  const described = columns.map(({ name, type }, at) => ({
    name,
    type,
    firstValues: rows.flatMap((row) => (row[at] ? [row[at]] : [])).slice(0, 3),
  }));
  return { columns: described, rows, rowsInAll: Number(metadata.num_rows) };
}

type Chunk = NonNullable<RowGroup["columns"][number]["meta_data"]>;

function decoders(metadata: FileMetaData, parsers: Partial<ParquetParsers>): (chunk: Chunk) => ColumnDecoder {
  const root = parquetSchema(metadata);
  const children = new Map(root.children.map((child) => [child.element.name, child]));
  return ({ path_in_schema: pathInSchema, type, codec }) => {
    const child = children.get(pathInSchema[0] ?? "");
    if (child === undefined) throw new FileFailure("PARQUET_DAMAGED");
    return {
      pathInSchema,
      type,
      element: child.element,
      schemaPath: [root, child],
      codec,
      parsers: { ...DEFAULT_PARSERS, ...parsers },
      compressors: unpackPage,
    };
  };
}

/** Reads headers and small pages of neighbouring columns in one request to the bucket server. */
function inBlocks(file: AsyncBuffer): AsyncBuffer {
  let block = { from: 0, bytes: new ArrayBuffer(0) };
  return {
    byteLength: file.byteLength,
    slice: async (from, to = file.byteLength) => {
      if (!(from >= 0) || !(to <= file.byteLength) || to < from) throw new FileFailure("PARQUET_DAMAGED");
      if (to - from > blockBytes) return file.slice(from, to);
      if (from < block.from || to > block.from + block.bytes.byteLength) {
        block = { from, bytes: await file.slice(from, Math.min(file.byteLength, from + blockBytes)) };
      }
      return block.bytes.slice(from - block.from, to - block.from);
    },
  };
}

const blockBytes = 1024 * 1024;
