import { formatNumber } from "@airlock/flow/locale";
import type { DriftFields } from "@airlock/contract";
import type { ReactNode } from "react";
import { counted } from "../../ui/format/numbers.ts";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { LineChart } from "../../parts/charts/line-chart.tsx";
import { ratio } from "../report/figures.ts";
import { dayText } from "./drift-view.ts";

interface QualityCardProps {
  readonly quality: DriftFields["quality"];
  readonly days: readonly string[];
  readonly hasOutcomes: boolean;
  /** Where the outcomes come from, and the way to change it. */
  readonly children: ReactNode;
}

/** How accurate the scores were once the outcomes were known, compared with the model's report. */
export function QualityCard({ quality: { metric, higherIsBetter, days: qualityDays }, days, hasOutcomes, children }: QualityCardProps) {
  const place = new Map(days.map((day, at) => [day, at]));
  const ends = [0, Math.max(1, days.length - 1)] as const;
  const known = qualityDays.filter((one) => one.metric !== null);
  const promised = qualityDays.find((one) => one.reportMetric !== null)?.reportMetric ?? null;
  const all = known.reduce((sum, one) => sum + one.count, 0);
  const mean = all === 0 ? null : known.reduce((sum, one) => sum + (one.metric ?? 0) * one.count, 0) / all;
  const isWorse = mean !== null && promised !== null && (higherIsBetter ? mean < promised : mean > promised);
  const sentence =
    mean === null
      ? hasOutcomes
        ? "No outcome of these days is known yet. Outcomes are counted in the background and appear here by themselves."
        : "No outcome of these days is known yet."
      : `${metric} ${ratio(mean)} over ${counted(all, "outcome")}, ${isWorse ? "worse than" : "as good as"} the ${ratio(promised)} of the report${isWorse ? "" : " or better"}.`;
  return (
    <ChartCard
      title="Live quality"
      sentence={sentence}
      reading={{
        heads: ["Day", metric, "In the report", "Outcomes"],
        rows: qualityDays.map((one) => [dayText(one.day), ratio(one.metric), ratio(one.reportMetric), formatNumber(one.count)]),
      }}
    >
      {known.length > 0 && (
        <LineChart
          label="Live quality"
          lines={[
            { name: metric, look: 1, dots: true, points: known.map((one) => ({ x: place.get(one.day) ?? 0, y: one.metric ?? 0 })) },
            ...(promised === null
              ? []
              : [{ name: "In the report", look: "baseline" as const, points: ends.map((x) => ({ x, y: promised })) }]),
          ]}
          xTitle="Day"
          yTitle={metric}
          xRange={ends}
          xText={(value) => (Number.isInteger(value) ? dayText(days[value] ?? "") : "")}
          pointText={(index) => {
            const one = known[index];
            return one === undefined
              ? "Nothing yet"
              : `${metric} ${ratio(one.metric)} on ${dayText(one.day)}, ${counted(one.count, "outcome")}; ${ratio(one.reportMetric)} in the report`;
          }}
        />
      )}
      {children}
    </ChartCard>
  );
}
