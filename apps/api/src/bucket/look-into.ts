import type { FileDefinition } from "@airlock/contract";
import { describeCsv, FileFailure, fileLimits, type ChosenReading } from "@airlock/platform/csv";
import { isParquet, type FileForm, type ParquetDescription } from "@airlock/platform/parquet";
import type { FileSource } from "@airlock/platform/file-source";
import type { WorkFor } from "../definition/definition-pool.ts";
import { refuse, type Refused } from "../outcome.ts";
import type { ParquetLooks } from "./parquet-looks.ts";

export interface FileLook {
  readonly length: number;
  readonly generation: string;
  readonly updated: string;
  readonly definition: FileDefinition;
  /** What an import needs to read the file. */
  readonly form: FileForm;
}

/** File extensions of tables; other files of a bucket are not offered. */
export const importable = /\.(csv|tsv|txt|tab)(\.gz)?$|\.gz$|\.(parquet|pq)$/i;

interface FileToLookInto {
  readonly fileSource: FileSource;
  readonly bucket: string;
  readonly name: string;
  readonly chosen?: readonly ChosenReading[] | undefined;
}

/** Reads the beginning of a file, or the end of a Parquet file, and describes its content. */
export async function lookInto(
  looks: ParquetLooks,
  whose: WorkFor,
  { fileSource, bucket, name, chosen }: FileToLookInto,
): Promise<FileLook | Refused> {
  const found = await fileSource.stat(bucket, name);
  if (found === undefined) return refuse("FILE_NOT_FOUND");
  const parts: Buffer[] = [];
  for await (const part of fileSource.read(bucket, name, 0, fileLimits.sampleBytes)) parts.push(part);
  const beginning = Buffer.concat(parts);
  const { length, generation, updated } = found;
  try {
    const look = isParquet(beginning)
      ? parquetLook(await looks.look({ length, read: (from, to) => fileSource.read(bucket, name, from, to) }, whose))
      : await csvLook(beginning, chosen);
    return { length, generation, updated, ...look };
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    return { kind: "refused", problem: { code: "FILE_UNREADABLE", details: { sentence: error.message } } };
  }
}

type Look = Pick<FileLook, "definition" | "form">;

async function csvLook(beginning: Buffer, chosen: readonly ChosenReading[] | undefined): Promise<Look> {
  const { form, columns, rows, problems, rejectedRows, rowsLookedAt } = await describeCsv(beginning, chosen);
  const { compression, encoding, delimiter, header } = form;
  return {
    form,
    definition: {
      format: "csv",
      compression,
      encoding,
      delimiter,
      header,
      columns: columns.map(({ proposal, ...column }) => ({
        ...column,
        firstValues: [...column.firstValues],
        proposal: proposal === undefined ? null : { ...proposal, reading: { ...proposal.reading, missing: [...proposal.reading.missing] } },
      })),
      rows: rows.map((row) => [...row]),
      problems: problems.map((problem) => ({ ...problem })),
      rejectedRows,
      rowsLookedAt,
    },
  };
}

/** Types are in its schema. Rows that do not fit are reported by the import. */
function parquetLook({ columns, rows }: ParquetDescription): Look {
  return {
    form: { format: "parquet", columns: columns.length },
    definition: {
      format: "parquet",
      compression: "none",
      encoding: "",
      delimiter: "",
      header: true,
      columns: columns.map((column) => ({ ...column, firstValues: [...column.firstValues], proposal: null })),
      rows: rows.map((row) => [...row]),
      problems: [],
      rejectedRows: 0,
      rowsLookedAt: rows.length,
    },
  };
}
