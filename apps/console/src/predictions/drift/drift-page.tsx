import type { DriftFields } from "@airlock/contract";
import { Icon } from "../../ui/icons/icon.tsx";
import { State } from "../../ui/state.tsx";
import { AlertsCard } from "./alerts-card.tsx";
import { ColumnCharts } from "./column-charts.tsx";
import { DriftTable } from "./drift-table.tsx";
import { columnsOf, dayText, daysBetween, driftSentence } from "./drift-view.ts";
import { OutcomesPart } from "./outcomes-part.tsx";
import { QualityCard } from "./quality-card.tsx";
import type { useDrift } from "./use-drift.ts";
import { WatchCard } from "./watch-card.tsx";

interface DriftPageProps {
  readonly drift: DriftFields;
  readonly loop: Pick<ReturnType<typeof useDrift>, "watch" | "setOutcomes">;
  /** The column that is looked at more closely. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

export function DriftPage({ drift, loop, chosen, onChoose }: DriftPageProps) {
  const columns = columnsOf(drift);
  const { state, since } = drift.drift;
  const days = daysBetween(drift.start.slice(0, 10), drift.end.slice(0, 10));
  const column = columns.find(({ id }) => id === chosen) ?? columns.find(({ isDrifting }) => isDrifting) ?? columns[0];
  return (
    <div className="flex-column rp">
      {column === undefined ? (
        <section className="card">
          <State icon="chart" title={driftSentence(columns, drift)}>
            <p>The inputs of live decisions to model {drift.model} appear here by day, next to the training data.</p>
          </State>
        </section>
      ) : (
        <>
          <output className={`card dr-verdict ${state}`}>
            <Icon name={state === "drifting" ? "warning" : state === "steady" ? "success" : "info"} size={18} />
            <span className="strong">{state === "drifting" ? "Drifting" : state === "steady" ? "Steady" : "Too early to tell"}</span>
            <span className="grow">{driftSentence(columns, drift)}</span>
            {since !== null && <span className="muted">since {dayText(since.slice(0, 10))}</span>}
          </output>
          <DriftTable columns={columns} days={days} threshold={drift.threshold} chosen={column.id} onChoose={onChoose} />
          <ColumnCharts column={column} days={days} threshold={drift.threshold} />
        </>
      )}
      <div className="rp-grid">
        <QualityCard quality={drift.quality} days={days} hasOutcomes={drift.outcomes !== null}>
          <OutcomesPart outcomes={drift.outcomes} save={loop.setOutcomes} />
        </QualityCard>
        <div className="flex-column">
          <WatchCard drift={drift} watch={loop.watch} />
          <AlertsCard alerts={drift.alerts} />
        </div>
      </div>
    </div>
  );
}
