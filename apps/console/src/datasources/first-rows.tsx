import type { DatasourceMetadata } from "@airlock/contract";
import Button from "@mui/material/Button";
import { useState } from "react";
import { number } from "../ui/format/numbers.ts";

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
        <div className="ds-fields ds-rows">
          <table className="data-table sticky-head" aria-label="First rows">
            <caption className="muted">
              {number(records.length)}
              {recordCount === null ? "" : ` of ${number(recordCount)}`} rows
            </caption>
            <thead>
              <tr>
                {names.map((name) => (
                  <th key={name} className="mono">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {records.map((record, row) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows of a datasource are known by their position alone.
                <tr key={row}>
                  {names.map((name, at) => (
                    <td key={name} className="mono clip">
                      {record[at] ?? <span className="faint">missing</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
