import type { CurvePoint, ModelColumn, ModelEvaluation, ModelReport, ModelSummary, ModelWarning, TrainingConfig } from "@airlock/contract";
import type { Evaluated, TrainedForest } from "./messages.ts";
import type { RowPlan } from "./rows.ts";
import type { Survey } from "./survey.ts";

export interface Reported {
  readonly config: TrainingConfig;
  readonly survey: Survey;
  readonly rowPlan: RowPlan;
  readonly trained: TrainedForest;
  readonly curve: readonly CurvePoint[];
  readonly seconds: number;
}

/** Fewer rows than this give an unreliable evaluation. */
const fewRows = 200;
const shownValues = 200;

export function reportOf({ config, survey, rowPlan, trained, curve, seconds }: Reported): {
  readonly objective: ModelSummary["objective"];
  readonly metric: ModelSummary["metric"];
  readonly report: Omit<ModelReport, keyof ModelSummary>;
} {
  const { counts, classes, holdout } = rowPlan;
  const { label } = survey.label;
  const evaluation = evaluationOf(trained.evaluated);
  const total = trained.importance.reduce((sum, value) => sum + value, 0);
  const report = {
    label: { name: label.name, kind: label.kind, values: label.kind === "class" ? [...label.values] : [], counts: [...classes] },
    datasources: {
      training: config.trainingDatasource,
      test: config.testDatasource,
      evaluation: config.evaluationDatasource,
    },
    split: { trainingRows: counts.training, validationRows: counts.validation, holdoutRows: counts.holdout, holdout },
    evaluation,
    curve: [...curve],
    bestIteration: trained.best,
    importance: survey.inputs
      .map(({ column }, at) => {
        const value = trained.importance[at] ?? 0;
        return { name: column.name, value, share: total === 0 ? 0 : value / total };
      })
      .sort((a, b) => b.value - a.value),
    columns: columnsOf(survey, trained),
    scores: scoresOf(trained),
    warnings: warningsOf(survey, rowPlan, trained),
    settings: config.settings,
    parameters: parametersOf(trained.parameters),
    library: "LightGBM",
    libraryVersion: trained.libraryVersion,
    trainingSeconds: Math.round(seconds * 1000) / 1000,
  };
  return { objective: evaluation.objective, metric: metricOf(trained.evaluated), report };
}

/** A copy, because the contract's types have mutable lists. */
function evaluationOf(evaluated: Evaluated): ModelEvaluation {
  return structuredClone(evaluated) as ModelEvaluation; // The same shape: the model package's evaluation with the contract's types.
}

function metricOf(evaluated: Evaluated): ModelSummary["metric"] {
  switch (evaluated.objective) {
    case "binary":
      return { name: "AUC", value: evaluated.quality.auc, baseline: evaluated.baseline.auc, higherIsBetter: true };
    case "multiclass":
      return { name: "Accuracy", value: evaluated.quality.accuracy, baseline: evaluated.baseline.accuracy, higherIsBetter: true };
    case "regression":
      return { name: "RMSE", value: evaluated.quality.rootMeanSquare, baseline: evaluated.baseline.rootMeanSquare, higherIsBetter: false };
  }
}

function scoresOf({ scores: { rows, missing, unseen, bounds, bins } }: TrainedForest): NonNullable<ModelReport["scores"]> {
  return { rows, missing, unseen, bounds: [...bounds], bins: [...bins] };
}

function columnsOf(survey: Survey, trained: TrainedForest): ModelColumn[] {
  return survey.inputs.map(({ wanted, column }, at) => {
    const values = column.kind === "category" ? column.values : [];
    const { rows = 0, missing = 0, unseen = 0, bounds = [], bins = [], range } = trained.distributions[at] ?? {};
    return {
      name: column.name,
      type: wanted.mapped.type,
      kind: column.kind,
      values: values.slice(0, shownValues),
      valuesCount: values.length,
      bands: column.kind === "number" ? [...(column.bands ?? [])] : [],
      distribution: {
        rows,
        missing,
        unseen,
        bounds: bounds.filter((bound) => Number.isFinite(bound)),
        bins: [...bins],
        ...(range === undefined ? {} : { range: [...range] }),
      },
    };
  });
}

function warningsOf(survey: Survey, { counts }: RowPlan, trained: TrainedForest): ModelWarning[] {
  const { label } = survey.label;
  const leaking = trained.leaking.flatMap((place): ModelWarning[] => {
    const name = survey.inputs[place]?.column.name;
    if (name === undefined) return [];
    const message = `${name} alone predicts ${label.name} almost perfectly. Make sure that it is known when a decision is made.`;
    return [{ code: "ALONE_PREDICTS", column: name, message }];
  });
  const few: ModelWarning[] =
    counts.holdout >= fewRows
      ? []
      : [
          {
            code: "FEW_ROWS",
            column: "",
            message: `The model is evaluated on ${counts.holdout} rows only. Its figures say little about the next ones.`,
          },
        ];
  return [...leaking, ...survey.warnings, ...few];
}

function parametersOf(text: string): Record<string, string> {
  return Object.fromEntries(text.split(" ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}
