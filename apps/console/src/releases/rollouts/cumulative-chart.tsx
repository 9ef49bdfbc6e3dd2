import type { Rate, RolloutFields, RolloutResultFields } from "@airlock/contract";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { LineChart, type ChartLine } from "../../parts/charts/line-chart.tsx";
import { outcomeText } from "../../parts/outcome-mix/outcome-words.ts";
import { clock, dayAndMonth, shortDate } from "../../ui/format/dates.ts";
import { rateText } from "./result-words.ts";

interface CumulativeChartProps {
  readonly results: RolloutResultFields;
  readonly rollout: RolloutFields;
}

const hour = 3_600_000;
const day = 24 * hour;

/** How the primary measure developed in both versions, with its intervals. */
export function CumulativeChart({ results: { points, primary }, rollout }: CumulativeChartProps) {
  const name = outcomeText(primary);
  const dates = points.map(({ date }) => Date.parse(date));
  const first = dates[0] ?? 0;
  const unit = (dates.at(-1) ?? first) - first >= 3 * day ? day : hour;
  const at = (index: number) => ((dates[index] ?? first) - first) / unit;
  const lineOf = (version: string, look: ChartLine["look"], arm: "champion" | "challenger"): ChartLine => {
    // An arm without decisions has no rate, and an interval of everything.
    const known = points.flatMap((point, index) => (point[arm].of === 0 ? [] : [{ x: at(index), rate: point[arm] }]));
    return {
      name: version,
      look,
      dots: known.length === 1,
      points: known.map(({ x, rate }) => ({ x, y: rate.value * 100 })),
      band: known.map(({ x, rate }) => ({ x, low: rate.low * 100, high: rate.high * 100 })),
    };
  };
  const { liveVersionName, versionName } = rollout;
  const lines = [lineOf(liveVersionName, "baseline", "champion"), lineOf(versionName, 4, "challenger")];
  const rate = ({ value, low, high, of }: Rate) => (of === 0 ? "-" : `${rateText(value)} (${rateText(low)} to ${rateText(high)})`);
  const shown = points.filter(({ champion }) => champion.of > 0);
  return (
    <ChartCard
      title={name}
      sentence="Of all decisions so far, with the 95% interval of each version."
      reading={{
        heads: ["Until", liveVersionName, versionName],
        rows: points.map(({ date, champion, challenger }) => [shortDate(date), rate(champion), rate(challenger)]),
      }}
    >
      <LineChart
        label={`${name} of ${liveVersionName} and ${versionName} over time`}
        lines={lines}
        height={320}
        xTitle={unit === day ? "Day" : "Time"}
        yTitle={`${name}, %`}
        xText={(value) => {
          const date = new Date(first + value * unit);
          return unit === day ? dayAndMonth(date) : clock(date);
        }}
        pointText={(index) => {
          const point = shown[index];
          if (point === undefined) return "";
          return `${shortDate(point.date)}: ${liveVersionName} ${rate(point.champion)}, ${versionName} ${rate(point.challenger)}`;
        }}
      />
    </ChartCard>
  );
}
