import type { DatasourceMetadata } from "@airlock/contract";
import Button from "@mui/material/Button";
import { useState } from "react";
import { number } from "../ui/format/numbers.ts";
import { RowsTable } from "./rows-table.tsx";

interface FirstRowsProps {
  readonly names: readonly string[];
  readonly records: DatasourceMetadata["records"];
  readonly recordCount: number | null;
}

/** The first rows of a datasource, as they are stored. */
export function FirstRows({ names, records, recordCount }: FirstRowsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="outlined" color="inherit" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Hide first rows" : "Show first rows"}
      </Button>
      {isOpen && (
        <RowsTable
          names={names}
          rows={records.map((record) =>
            names.map(
              (name, at) =>
                record[at] ?? (
                  <span key={name} className="faint">
                    missing
                  </span>
                ),
            ),
          )}
          caption={`${number(records.length)}${recordCount === null ? "" : ` of ${number(recordCount)}`} rows`}
        />
      )}
    </>
  );
}
