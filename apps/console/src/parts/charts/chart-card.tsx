import { useId, useState } from "react";
import type { ReactNode } from "react";
import { ScrollTable } from "./scroll-table.tsx";
import { IconAction } from "../../ui/icon-action.tsx";
import "./charts.css";

export interface Reading {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface ChartCardProps {
  readonly title: string;
  /** The accessible name; left out, the title. */
  readonly label?: string;
  /** One sentence that summarises the chart. */
  readonly sentence?: ReactNode;
  /** The same data as a table, for screen readers and for users who want the figures. Left out where the content is a table already. */
  readonly reading?: Reading;
  /** At the end of the head. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A drawing with its table behind it. */
export function ChartCard({ title, label, sentence, reading, aside, className, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const titleId = useId();
  const verb = asTable ? `Show ${title} as a chart` : `Show ${title} as a table`;
  return (
    <section
      className={className === undefined ? "card pc-card" : `card pc-card ${className}`}
      {...(label === undefined ? { "aria-labelledby": titleId } : { "aria-label": label })}
    >
      <header className="pc-head">
        <h3 id={titleId}>{title}</h3>
        {aside}
        {reading !== undefined && (
          <IconAction
            icon={asTable ? "chart" : "table"}
            iconSize={16}
            label={verb}
            hint={asTable ? "Show as a chart" : "Show as a table"}
            size="small"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          />
        )}
      </header>
      {sentence !== undefined && <p className="small-text">{sentence}</p>}
      {asTable && reading !== undefined ? <ReadingTable label={title} reading={reading} /> : children}
    </section>
  );
}

export function ReadingTable({ label, reading: { heads, rows } }: { readonly label: string; readonly reading: Reading }) {
  return (
    <ScrollTable
      label={label}
      className="pc-scroll"
      tableClass="sticky-head pc-table"
      heads={heads.map((text, at) => ({ text, isNumber: at > 0 }))}
    >
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the figures of a finished chart never change places.
        <tr key={index}>
          {row.map((cell, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above.
            <td key={at} className={at === 0 ? "" : "num"}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </ScrollTable>
  );
}
