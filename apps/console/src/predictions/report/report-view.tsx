import { formatNumber } from "@airlock/flow/locale";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { curveReading, LearningCurve } from "../training/learning-curve.tsx";
import type { Prediction } from "../editor/use-prediction.ts";
import { BinaryCharts } from "./binary-charts.tsx";
import { ClassesCard } from "./classes-card.tsx";
import { ColumnsCard } from "./columns-card.tsx";
import { ConfusionCard } from "./confusion-card.tsx";
import { DecilesCard } from "./deciles-card.tsx";
import { ExplainCard } from "./explain-card.tsx";
import { ImportanceCard } from "./importance-card.tsx";
import { MeasuresCard } from "./measures-card.tsx";
import { ProvenanceCard } from "./provenance-card.tsx";
import type { Model } from "./use-model.ts";
import { Warnings } from "./warnings.tsx";

interface ReportViewProps {
  readonly prediction: Prediction;
  readonly model: Model;
  readonly other: Model | undefined;
}

/** All of it is over records that had no part in the training. */
export function ReportView({ prediction, model, other }: ReportViewProps) {
  const report = model._embedded;
  const beside = other?._embedded;
  const { evaluation } = report;
  const last = report.curve.at(-1)?.iteration ?? 0;
  return (
    <div className="flex-column rp">
      <Warnings warnings={report.warnings} />
      <div className="rp-grid">
        <MeasuresCard report={report} beside={beside} />
        <ImportanceCard report={report} beside={beside} />
        {evaluation.objective === "binary" && <BinaryCharts report={report} evaluation={evaluation} beside={beside} />}
        {evaluation.objective === "multiclass" && (
          <ConfusionCard
            labels={report.label.values}
            counts={evaluation.confusion}
            sentence={`Over ${formatNumber(evaluation.rows)} held-out records, by the likeliest class.`}
          />
        )}
        {evaluation.objective === "multiclass" && <ClassesCard labels={report.label.values} classes={evaluation.classes} />}
        {evaluation.objective === "regression" && <DecilesCard deciles={evaluation.deciles} />}
        <ChartCard
          title="Learning curve"
          sentence={`Best after ${formatNumber(report.bestIteration)} trees; ${formatNumber(last)} were built.`}
          reading={curveReading(report.curve)}
        >
          <LearningCurve
            curve={report.curve}
            best={report.bestIteration}
            beside={beside === undefined ? undefined : { name: `Model ${beside.number}`, curve: beside.curve }}
          />
        </ChartCard>
      </div>
      <ExplainCard prediction={prediction} model={model} />
      <ColumnsCard columns={report.columns} />
      <ProvenanceCard report={report} beside={beside} />
    </div>
  );
}
