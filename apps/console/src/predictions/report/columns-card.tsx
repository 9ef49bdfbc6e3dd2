import type { ModelColumn } from "@airlock/contract";
import { number } from "../../ui/format/numbers.ts";
import { slicesOf, spreadWords } from "./distribution-shape.ts";
import { percent } from "./figures.ts";
import { SmallBars } from "../../parts/charts/small-bars.tsx";
import { Scrolls } from "../../parts/charts/scrolls.tsx";

/** What the data looked like when the model learned from it. */
export function ColumnsCard({ columns }: { readonly columns: readonly ModelColumn[] }) {
  return (
    <section className="card rp-columns" aria-labelledby="rp-columns">
      <h3 id="rp-columns">What it learned from</h3>
      <Scrolls className="pe-scroll" label="Columns of the training">
        <table className="data-table sticky-head pc-table" aria-label="Columns of the training">
          <thead>
            <tr>
              <th>Column</th>
              <th>Read as</th>
              <th className="num">Missing</th>
              <th className="num">Distinct values</th>
              <th>Spread</th>
              <th>In words</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </Scrolls>
    </section>
  );
}
