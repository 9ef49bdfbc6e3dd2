import type { Datasets, DecisionTableNode } from "@airlock/flow";
import { useRef, useState } from "react";
import type { Cells } from "../../../cells/read-cells.ts";
import { excelRows, excelSheets } from "../../../decision-table/excel-cells.ts";
import { Icon } from "../../icon.tsx";

interface ExcelToolsProps {
  readonly node: DecisionTableNode;
  readonly heads: readonly string[];
  readonly datasets: Datasets;
  readonly readOnly: boolean;
  /** Rows of a file, to be previewed. */
  readonly show: (file: { readonly name: string; readonly notes: readonly string[] }, cells: Cells) => void;
}

/** Rows of the table to an Excel file and from one. The library is loaded when it is used. */
export function ExcelTools({ node, heads, datasets, readOnly, show }: ExcelToolsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const exportFile = async () => {
    const { writeXlsx } = await import("@airlock/interchange/xlsx");
    download(`${node.label}.xlsx`, await writeXlsx(excelSheets(node, heads, datasets)));
  };
  const importFile = async (file: File) => {
    const { readXlsx } = await import("@airlock/interchange/xlsx");
    const read = await readXlsx(await file.arrayBuffer());
    const rows = read.ok ? excelRows(read.sheets, node, heads, datasets) : read;
    setProblem(rows.ok ? undefined : `${file.name}: ${rows.problem}`);
    if (rows.ok) show({ name: file.name, notes: rows.notes }, rows.cells);
  };
  return (
    <>
      {problem !== undefined && (
        <span className="ep-help is-error" role="alert">
          {problem}
        </span>
      )}
      {!readOnly && (
        <button type="button" className="ep-text-button" onClick={() => input.current?.click()}>
          <Icon name="upload" size={14} /> Import from Excel
        </button>
      )}
      <button type="button" className="ep-text-button" onClick={() => void exportFile()}>
        <Icon name="download" size={14} /> Export to Excel
      </button>
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
