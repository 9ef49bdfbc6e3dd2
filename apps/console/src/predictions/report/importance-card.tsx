import type { ModelReport } from "@airlock/contract";
import { Bars } from "../../parts/charts/bars.tsx";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { figure, percent } from "./figures.ts";

interface ImportanceCardProps {
  readonly report: ModelReport;
  readonly beside: ModelReport | undefined;
}

const shown = 10;
const columnTitle = "Column";

export function ImportanceCard({ report, beside }: ImportanceCardProps) {
  const others = new Map(beside?.importance.map((one) => [one.name, one.share]));
  const rows = report.importance.slice(0, shown);
  const left = report.importance.length - rows.length;
  return (
    <ChartCard
      title="What the score depends on"
      sentence={`The mean absolute contribution of each column to a score${left > 0 ? `; ${left} more contribute less` : ""}.`}
      reading={{
        heads: [columnTitle, "Share", "Mean contribution", ...(beside === undefined ? [] : [`Share in model ${beside.number}`])],
        rows: report.importance.map(({ name, share, value }) => [
          name,
          percent(share),
          figure(value),
          ...(beside === undefined ? [] : [percent(others.get(name))]),
        ]),
      }}
    >
      <Bars
        label="What the score depends on"
        rows={rows.map(({ name, share }) => ({
          name,
          value: share,
          text: beside === undefined ? percent(share) : `${percent(share)} (${percent(others.get(name))})`,
        }))}
      />
    </ChartCard>
  );
}
