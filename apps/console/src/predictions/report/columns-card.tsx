import type { ModelColumn } from "@airlock/contract";
import { number } from "../../ui/format/numbers.ts";
import { slicesOf, spreadWords } from "./distribution-shape.ts";
import { percent } from "./figures.ts";
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
                  <Density column={column} />
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

const width = 120;
const height = 24;

/** The words beside it say the same. */
function Density({ column }: { readonly column: ModelColumn }) {
  return (
    <svg className="pc-spread rp-density" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {slicesOf(column).map(({ from, to, tall, isOthers = false }) => {
        const high = tall === 0 ? 0 : Math.max(1.5, tall * (height - 2));
        return (
          <rect
            key={from}
            className={isOthers ? "is-others" : undefined}
            x={from * width + 0.5}
            y={height - high}
            width={Math.max(0.8, (to - from) * width - 1)}
            height={high}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
