import type { ReactNode } from "react";

interface RowsTableProps {
  readonly names: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  readonly caption?: ReactNode;
}

/** The first rows of a datasource or a file. */
export function RowsTable({ names, rows, caption }: RowsTableProps) {
  return (
    <div className="ds-fields ds-rows">
      <table className="data-table sticky-head" aria-label="First rows">
        {caption !== undefined && <caption className="muted">{caption}</caption>}
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
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows are known by their position alone.
            <tr key={index}>
              {names.map((name, at) => (
                <td key={name} className="mono clip">
                  {row[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
