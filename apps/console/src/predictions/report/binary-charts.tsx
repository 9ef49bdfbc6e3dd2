import type { ModelEvaluation, ModelReport } from "@airlock/contract";
import { useState } from "react";
import { number } from "../../ui/format/numbers.ts";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { LineChart, type ChartLine } from "../../parts/charts/line-chart.tsx";
import { ConfusionCard } from "./confusion-card.tsx";
import { percent, ratio } from "./figures.ts";
import { ThresholdsCard } from "./thresholds-card.tsx";

type Binary = Extract<ModelEvaluation, { readonly objective: "binary" }>;

interface BinaryChartsProps {
  readonly report: ModelReport;
  readonly evaluation: Binary;
  readonly beside: ModelReport | undefined;
}

const unit: readonly [number, number] = [0, 1];
const diagonal = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
];

/** The charts of a binary classifier. The lines of the compared model are drawn into the same charts. */
export function BinaryCharts({ report, evaluation, beside }: BinaryChartsProps) {
  const { thresholds } = evaluation;
  const usual = nearestTo(thresholds, 0.5);
  const [chosen, setChosen] = useState<number>();
  const at = chosen ?? usual;
  const row = thresholds[at];
  const other = beside?.evaluation.objective === "binary" ? beside.evaluation : undefined;
  const names = { mine: `Model ${report.number}`, theirs: `Model ${beside?.number ?? ""}` };
  const pair = (points: (of: Binary) => ChartLine["points"], dots = false): readonly ChartLine[] => [
    { name: names.mine, look: 1, points: points(evaluation), dots },
    ...(other === undefined ? [] : [{ name: names.theirs, look: 2 as const, points: points(other), dots }]),
  ];
  const [no, yes] = [report.label.values[0] ?? "0", report.label.values[1] ?? "1"];
  return (
    <>
      <ChartCard
        title="ROC curve"
        sentence={`AUC ${ratio(evaluation.quality.auc)}. True positive rate against false positive rate.`}
        reading={{
          heads: ["False positive rate", "True positive rate"],
          rows: evaluation.roc.map((point) => [percent(point.falsePositives), percent(point.truePositives)]),
        }}
      >
        <LineChart
          label="ROC curve"
          lines={[
            ...pair(({ roc }) => roc.map((point) => ({ x: point.falsePositives, y: point.truePositives }))),
            { name: "Chance", look: "baseline", points: diagonal },
          ]}
          xTitle="False positive rate"
          yTitle="True positive rate"
          xRange={unit}
          yRange={unit}
          pointText={(index) => {
            const point = evaluation.roc[index];
            return `True positive rate ${percent(point?.truePositives)}, false positive rate ${percent(point?.falsePositives)}`;
          }}
        />
      </ChartCard>
      <ChartCard
        title="Lift"
        sentence="How many times more positives than by chance, among the records with the highest scores."
        reading={{
          heads: ["Records with the highest scores", "Lift", "Positives found"],
          rows: evaluation.lift.map(({ share, lift, captured }) => [percent(share), ratio(lift), percent(captured)]),
        }}
      >
        <LineChart
          label="Lift"
          lines={[
            ...pair(({ lift }) => lift.map((point) => ({ x: point.share, y: point.lift })), true),
            {
              name: "Chance",
              look: "baseline",
              points: [
                { x: 0, y: 1 },
                { x: 1, y: 1 },
              ],
            },
          ]}
          xTitle="Share of records, highest scores first"
          yTitle="Lift, times chance"
          xRange={unit}
          yRange={[0, Math.max(1, ...evaluation.lift.map(({ lift }) => lift), ...(other?.lift.map(({ lift }) => lift) ?? []))]}
          pointText={(index) => {
            const point = evaluation.lift[index];
            return `The highest ${percent(point?.share)}: lift ${ratio(point?.lift)}, ${percent(point?.captured)} of positives`;
          }}
        />
      </ChartCard>
      <ChartCard
        title="Calibration"
        sentence={`Brier score ${ratio(evaluation.quality.brier)}. The dotted line is perfect calibration.`}
        reading={{
          heads: ["Predicted", "Observed", "Records"],
          rows: evaluation.calibration.map(({ predicted, observed, rows }) => [percent(predicted), percent(observed), number(rows)]),
        }}
      >
        <LineChart
          label="Calibration"
          lines={[
            ...pair(({ calibration }) => calibration.map((point) => ({ x: point.predicted, y: point.observed })), true),
            { name: "Exact", look: "baseline", points: diagonal },
          ]}
          xTitle="Predicted probability"
          yTitle="Observed share of positives"
          xRange={unit}
          yRange={unit}
          pointText={(index) => {
            const point = evaluation.calibration[index];
            return `Predicted ${percent(point?.predicted)}, observed ${percent(point?.observed)}, ${number(point?.rows ?? 0)} records`;
          }}
        />
      </ChartCard>
      <ThresholdsCard thresholds={thresholds} rows={evaluation.rows} chosen={at} onChoose={setChosen} />
      {row === undefined ? (
        <ConfusionCard labels={[no, yes]} counts={evaluation.confusion} sentence="With the threshold 0.5." />
      ) : (
        <ConfusionCard
          labels={[no, yes]}
          counts={[
            [row.trueNegatives, row.falsePositives],
            [row.falseNegatives, row.truePositives],
          ]}
          sentence={`With the threshold ${ratio(row.threshold)}: a record is ${yes} from there on.`}
        />
      )}
      {other !== undefined && (
        <ConfusionCard
          title={`Confusion of ${names.theirs.toLowerCase()}`}
          labels={beside?.label.values ?? [no, yes]}
          counts={other.confusion}
          sentence="With the threshold 0.500."
        />
      )}
    </>
  );
}

function nearestTo(thresholds: Binary["thresholds"], wanted: number): number {
  let best = 0;
  for (const [at, { threshold }] of thresholds.entries()) {
    if (Math.abs(threshold - wanted) < Math.abs((thresholds[best]?.threshold ?? Number.POSITIVE_INFINITY) - wanted)) best = at;
  }
  return best;
}
