import readXlsxFile from "read-excel-file/universal";
import { UnreadableFile } from "../report/imported.ts";
import { unpackedBytes } from "./unpacked-bytes.ts";

export interface Sheet {
  readonly name: string;
  /** As a user sees them: dates as YYYY-MM-DD, numbers with 15 digits at most, an empty cell as an empty text. */
  readonly cells: readonly (readonly string[])[];
}

export type ReadXlsx = { readonly ok: true; readonly sheets: readonly Sheet[] } | { readonly ok: false; readonly problem: string };

const maxBytes = 10 * 1024 * 1024;
/** A file is compressed: this limits what it becomes. */
const maxUnpackedBytes = 100 * 1024 * 1024;

/** The sheets of an Excel file (.xlsx). */
export async function readXlsx(file: ArrayBuffer): Promise<ReadXlsx> {
  try {
    if (file.byteLength > maxBytes) throw new UnreadableFile("This file is larger than 10 MB.");
    const size = unpackedBytes(new DataView(file));
    if (size === undefined) throw new UnreadableFile("This is not an Excel file (.xlsx).");
    if (size > maxUnpackedBytes) throw new UnreadableFile("This file is larger than 100 MB when it is unpacked.");
    return { ok: true, sheets: await sheetsOf(file) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, problem: error.message };
    throw error;
  }
}

async function sheetsOf(file: ArrayBuffer): Promise<readonly Sheet[]> {
  try {
    const sheets = await readXlsxFile(file, { parseNumber: numberText });
    return sheets.map(({ sheet, data }) => ({ name: sheet, cells: data.map((row) => row.map(cellText)) }));
  } catch (error) {
    throw new UnreadableFile(`This Excel file cannot be read: ${error instanceof Error ? error.message : "unknown error"}.`);
  }
}

/** Excel stores doubles and shows 15 digits: 0.1 may be stored as 0.10000000000000001. */
function numberText(stored: string): string {
  const value = Number(Number(stored).toPrecision(15));
  return Number.isFinite(value) ? String(value) : stored;
}

function cellText(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === "string" || typeof value === "boolean" ? String(value) : "";
}
