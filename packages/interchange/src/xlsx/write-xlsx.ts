import writeXlsxFile from "write-excel-file/universal";
import type { Sheet } from "./read-xlsx.ts";

/** An Excel file. The first row of each sheet is its head. All cells are texts, so that none of them is a formula of Excel. */
export async function writeXlsx(sheets: readonly Sheet[]): Promise<Blob> {
  const file = writeXlsxFile(
    sheets.map(({ name, cells }) => ({
      sheet: sheetName(name),
      stickyRowsCount: 1,
      columns: (cells[0] ?? []).map((_, column) => ({
        width: Math.min(40, 3 + Math.max(...cells.map((row) => row[column]?.length ?? 0))),
      })),
      data: cells.map((row, index) =>
        row.map((value) => ({ value, type: String, ...(index === 0 ? { fontWeight: "bold" as const } : {}) })),
      ),
    })),
  );
  return file.toBlob();
}

/** Excel takes 31 characters, and not all of them. */
function sheetName(name: string): string {
  const plain = name.replaceAll(/[\\/?*[\]:]/g, " ").trim();
  return plain === "" ? "Sheet" : plain.slice(0, 31);
}
