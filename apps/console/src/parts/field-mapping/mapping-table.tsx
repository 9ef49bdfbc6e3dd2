import type { MappedField } from "@airlock/contract";
import type { MappingProblem } from "@airlock/contract/experiment-mapping";
import type { DatasetField } from "@airlock/flow";
import type { ReactNode } from "react";
import type { SourceColumn } from "./mapping.ts";
import { MappingRow } from "./mapping-row.tsx";
import "./field-mapping.css";

interface MappingTableProps {
  readonly fields: readonly DatasetField[];
  /** One for each field, in their order. */
  readonly mapping: readonly MappedField[];
  readonly problems: ReadonlyMap<string, MappingProblem>;
  readonly columns: readonly SourceColumn[];
  readonly firstValues: (column: string) => string | undefined;
  /** Undefined where it may not be changed. */
  readonly onChange: ((entry: MappedField) => void) | undefined;
  /** How wide its columns are, where they do not find it themselves. */
  readonly children?: ReactNode;
}

/** Application fields and where each gets its value. */
export function MappingTable({ fields, mapping, problems, columns, firstValues, onChange, children }: MappingTableProps) {
  return (
    <div className="ex-scroll">
      <table className="data-table rows-as-cards ex-fields" aria-label="Field mapping">
        {children}
        <thead>
          <tr>
            <th>Field</th>
            <th>Type</th>
            <th>Source</th>
            <th>Value</th>
            <th>First values</th>
            <th>Takes</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, at) => {
            const entry = mapping[at];
            return (
              entry && (
                <MappingRow
                  key={field.key}
                  field={field}
                  entry={entry}
                  columns={columns}
                  problem={problems.get(field.key)}
                  firstValues={firstValues}
                  onChange={onChange}
                />
              )
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
