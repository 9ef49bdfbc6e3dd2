import { formatNumber } from "@airlock/flow/locale";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { ScrollTable } from "../../parts/charts/scroll-table.tsx";
import { percent } from "../report/figures.ts";
import { DayCells } from "./day-cells.tsx";
import { barTop, dayText, psiText, type ColumnDrift } from "./drift-view.ts";

interface DriftTableProps {
  readonly columns: readonly ColumnDrift[];
  readonly days: readonly string[];
  readonly threshold: number;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Every column beside its training, by day. The name of one opens it. */
export function DriftTable({ columns, days, threshold, chosen, onChoose }: DriftTableProps) {
  const [first, last] = [days[0] ?? "", days.at(-1) ?? ""];
  const top = barTop(columns, threshold);
  return (
    <section className="card dr-columns" aria-labelledby="dr-columns">
      <header className="pe-card-head">
        <h3 id="dr-columns">Columns compared with training</h3>
        <span className="grow" />
        <span className="muted">
          {dayText(first)} to {dayText(last)}, by day. Bars from 0 to {psiText(top)}, line at {formatNumber(threshold)}
        </span>
      </header>
      <ScrollTable
        label="Drift by column"
        className="pe-scroll"
        tableClass="pe-jobs dr-table"
        isCardsWhenNarrow
        heads={[
          "Column",
          { text: "Shift (PSI) by day", title: `Bars from 0 to ${psiText(top)}; the line is the threshold ${formatNumber(threshold)}` },
          { text: "Last day", isNumber: true },
          { text: "Missing", isNumber: true },
          { text: "In training", isNumber: true },
          { text: "Never seen", isNumber: true },
          { text: "Decisions", isNumber: true },
        ]}
      >
        {columns.map((column) => {
          const { id, name, isScore, latest, isDrifting } = column;
          const isChosen = id === chosen;
          return (
            <tr key={id} className={isChosen ? "is-selected" : ""}>
              <td>
                <button
                  type="button"
                  className={isScore ? "dr-name strong" : "dr-name mono"}
                  aria-pressed={isChosen}
                  onClick={() => onChoose(id)}
                >
                  {isScore ? "Scores" : name}
                </button>
              </td>
              <td>
                <DayCells column={column} days={days} threshold={threshold} top={top} />
              </td>
              <td className="num">
                {isDrifting ? (
                  <span className="chip warning num">
                    <Icon name="warning" size={12} />
                    {psiText(latest.psi)}
                  </span>
                ) : (
                  <span className={latest.enough ? "" : "faint"} title={latest.enough ? undefined : "Too few decisions to tell"}>
                    {psiText(latest.psi)}
                  </span>
                )}
              </td>
              <td className="num" data-title="missing">
                {isScore ? "-" : percent(latest.missingRate)}
              </td>
              <td className="num muted" data-title="in training">
                {isScore ? "-" : percent(latest.trainingMissingRate)}
              </td>
              <td className="num" data-title="never seen">
                {isScore ? "-" : percent(latest.unseenShare)}
              </td>
              <td className="num" data-title="decisions">
                {number(latest.count)}
              </td>
            </tr>
          );
        })}
      </ScrollTable>
    </section>
  );
}
