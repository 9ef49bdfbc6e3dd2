import { formatNumber } from "@airlock/flow/locale";
import { counted } from "../../ui/format/numbers.ts";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { LineChart, type ChartLine } from "../../parts/charts/line-chart.tsx";
import { percent } from "../report/figures.ts";
import { SharesCard } from "./shares-card.tsx";
import { dayText, psiText, type ColumnDrift } from "./drift-view.ts";

interface ColumnChartsProps {
  readonly column: ColumnDrift;
  readonly days: readonly string[];
  readonly threshold: number;
}

/** One column over the days: how far it is from the training, what is missing or was never seen, and what moved. */
export function ColumnCharts({ column, days, threshold }: ColumnChartsProps) {
  const { name, isScore } = column;
  const place = new Map(days.map((day, at) => [day, at]));
  const at = (day: string) => place.get(day) ?? 0;
  const ends = [0, Math.max(1, days.length - 1)] as const;
  const level = (value: number) => ends.map((x) => ({ x, y: value }));
  const xText = (value: number) => (Number.isInteger(value) ? dayText(days[value] ?? "") : "");
  const measured = column.days.filter(({ psi }) => psi !== null);
  const title = isScore ? "Shift (PSI) of the scores" : `Shift (PSI) of ${name}`;
  const training = column.latest.trainingMissingRate ?? 0;
  const missing: ChartLine[] = [
    { name: "Missing", look: 1, dots: true, points: column.days.map(({ day, missingRate }) => ({ x: at(day), y: missingRate ?? 0 })) },
    { name: "Never seen", look: 2, dots: true, points: column.days.map(({ day, unseenShare }) => ({ x: at(day), y: unseenShare ?? 0 })) },
    { name: "Missing in training", look: "baseline", points: level(training) },
  ];
  return (
    <div className="rp-grid">
      <ChartCard
        title={title}
        sentence={`0 is as in training; ${formatNumber(threshold)} and more is drift.`}
        reading={{
          heads: ["Day", "Shift (PSI)", "Decisions"],
          rows: column.days.map(({ day, psi, count }) => [dayText(day), psiText(psi), formatNumber(count)]),
        }}
      >
        <LineChart
          label={title}
          lines={[
            { name: "Shift (PSI)", look: 1, dots: true, points: measured.map(({ day, psi }) => ({ x: at(day), y: psi ?? 0 })) },
            { name: "Threshold", look: "baseline", points: level(threshold) },
          ]}
          xTitle="Day"
          yTitle="Shift (PSI)"
          xRange={ends}
          yRange={[0, Math.max(threshold * 1.25, column.worst)]}
          xText={xText}
          pointText={(index) => {
            const one = measured[index];
            return one === undefined ? "Nothing yet" : `${psiText(one.psi)} on ${dayText(one.day)}, ${counted(one.count, "decision")}`;
          }}
        />
      </ChartCard>
      {isScore ? (
        <Shares column={column} />
      ) : (
        <ChartCard
          title={`Missing and never seen in ${name}`}
          sentence={`${percent(training)} was missing in training.`}
          reading={{
            heads: ["Day", "Missing", "Never seen"],
            rows: column.days.map(({ day, missingRate, unseenShare }) => [dayText(day), percent(missingRate), percent(unseenShare)]),
          }}
        >
          <LineChart
            label={`Missing and never seen in ${name}`}
            lines={missing}
            xTitle="Day"
            yTitle="Share of decisions"
            xRange={ends}
            yRange={[0, Math.max(0.1, training, ...column.days.map((one) => Math.max(one.missingRate ?? 0, one.unseenShare ?? 0)))]}
            xText={xText}
            yText={(value) => `${Math.round(value * 100)}%`}
            pointText={(index) => {
              const one = column.days[index];
              return one === undefined
                ? "Nothing yet"
                : `${percent(one.missingRate)} missing, ${percent(one.unseenShare)} never seen on ${dayText(one.day)}`;
            }}
          />
        </ChartCard>
      )}
      {!isScore && <Shares column={column} className="dr-across" />}
    </div>
  );
}

function Shares({ column: { whole, isScore, name }, className }: { readonly column: ColumnDrift; readonly className?: string }) {
  if (whole === undefined || whole.bins.length === 0) return null;
  const title = isScore ? "What moved in the scores" : `What moved in ${name}`;
  return <SharesCard title={title} column={whole} {...(className === undefined ? {} : { className })} />;
}
