import type { Sheet } from "@airlock/interchange/xlsx";
import { useRef, useState } from "react";
import { IconButton } from "./icon-button.tsx";

interface ExcelFilesProps {
  /** The subject of export and import, for the name of the file. */
  readonly title: string;
  readonly readOnly: boolean;
  readonly write: () => readonly Sheet[];
  /** Shows the rows that were read; returns the reason if they cannot be used. */
  readonly read: (sheets: readonly Sheet[], fileName: string) => string | undefined;
}

/** Sheets to an Excel file and from one. The library is loaded when it is used. */
export function ExcelFiles({ title, readOnly, write, read }: ExcelFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const exportFile = async () => {
    const { writeXlsx } = await import("@airlock/interchange/xlsx");
    download(`${title}.xlsx`, await writeXlsx(write()));
  };
  const importFile = async (file: File) => {
    const { readXlsx } = await import("@airlock/interchange/xlsx");
    const found = await readXlsx(await file.arrayBuffer());
    const reason = found.ok ? read(found.sheets, file.name) : found.problem;
    setProblem(reason === undefined ? undefined : `${file.name}: ${reason}`);
  };
  return (
    <>
      {problem !== undefined && (
        <span className="ep-help is-error" role="alert">
          {problem}
        </span>
      )}
      {!readOnly && <IconButton label="Import from Excel" icon="upload" press={() => input.current?.click()} />}
      <IconButton label="Export to Excel" icon="download" press={() => void exportFile()} />
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx"
        aria-label="Excel file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) void importFile(file);
        }}
      />
    </>
  );
}

function download(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
