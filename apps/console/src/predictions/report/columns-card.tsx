import type { ModelColumn } from "@airlock/contract";
import { number } from "../../ui/format/numbers.ts";
import { slicesOf, spreadWords } from "./distribution-shape.ts";
import { percent } from "./figures.ts";
import { SmallBars } from "../../parts/charts/small-bars.tsx";
import { ScrollTable } from "../../parts/charts/scroll-table.tsx";

/** What the data looked like when the model learned from it. */
export function ColumnsCard({ columns }: { readonly columns: readonly ModelColumn[] }) {
  return (
    <section className="card rp-columns" aria-labelledby="rp-columns">
      <h3 id="rp-columns">Training data</h3>
      <ScrollTable
        label="Columns of the training"
        className="pe-scroll"
        tableClass="sticky-head pc-table"
        heads={[
          "Column",
          "Read as",
          { text: "Missing", isNumber: true },
          { text: "Distinct values", isNumber: true },
          "Spread",
          "In words",
        ]}
      >
        {columns.map((column) => (
          <tr key={column.name}>
            <td className="mono">{column.name}</td>
            <td className="muted">{column.kind}</td>
            <td className="num">{percent(column.distribution.missing / Math.max(1, column.distribution.rows))}</td>
            <td className="num">{column.kind === "category" ? number(column.valuesCount) : "-"}</td>
            <td>
              <SmallBars bars={slicesOf(column)} width={120} />
            </td>
            <td className="muted">{spreadWords(column)}</td>
          </tr>
        ))}
      </ScrollTable>
    </section>
  );
}
