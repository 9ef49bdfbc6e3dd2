import { createRowWriter, type Artefact, type Given } from "./artefact.ts";
import { createExplainer, type Explain } from "./explain.ts";
import { readForest } from "./read-forest.ts";
import { createScorer } from "./scorer.ts";

/** A trained model, ready to score. Reuses working memory, so it is not reentrant. */
export interface Predictor {
  readonly artefact: Artefact;
  /** Values by column name; absent ones are missing. */
  readonly predict: (values: Readonly<Record<string, Given>>) => Predicted;
  readonly explain: (values: Readonly<Record<string, Given>>) => PredictedParts;
  /**
   * Up to `max` columns with the largest contributions to the raw score, largest first: the name, and `+` if it raised the score or `-` if it
   * lowered it. Takes about ten times as long as a score.
   */
  readonly reasons: (values: Readonly<Record<string, Given>>, max: number) => readonly string[];
}

export interface Predicted {
  /** With two classes the probability of the second, with more that of the most likely one; otherwise the number itself. */
  readonly score: number;
  /** With more than two classes: the most likely one. */
  readonly taken: string | undefined;
}

export interface PredictedParts extends Predicted {
  /** For classes: the probability of each, in their order. */
  readonly probabilities: readonly number[];
  /** The class that the contributions are about; undefined if a number is predicted. */
  readonly of: string | undefined;
  readonly base: number;
  readonly raw: number;
  /** The contribution of each column to the raw score, in their order. */
  readonly columns: readonly number[];
}

/** A source of scores, and optionally of their reasons. */
export interface ScoreSource<Score extends number | undefined> {
  readonly predict: (values: Readonly<Record<string, Given>>) => { readonly score: Score; readonly taken: string | undefined };
  readonly reasons?: Predictor["reasons"];
}

/** The result of a prediction in a decision: the class, if there are several, followed by up to the requested number of reasons. */
export function answerOf<Score extends number | undefined>(
  model: ScoreSource<Score>,
  values: Readonly<Record<string, Given>>,
  maxReasons: number,
): { readonly score: Score; readonly reasonCodes: readonly string[] } {
  const { score, taken } = model.predict(values);
  const reasons = maxReasons > 0 ? (model.reasons?.(values, maxReasons) ?? none) : none;
  return { score, reasonCodes: taken === undefined ? reasons : [taken, ...reasons] };
}

const none: readonly string[] = [];

export function createPredictor(artefact: Artefact): Predictor {
  const forest = readForest(artefact.forest);
  const scorer = createScorer(forest);
  const write = createRowWriter(artefact.columns);
  const names = artefact.columns.map(({ name }) => name);
  const row = new Float64Array(names.length);
  const values: Given[] = names.map(() => undefined);
  const scores = new Float64Array(scorer.outputs);
  // Compiled on first use: most models are never used for reasons.
  let explain: Explain | undefined;
  const classes = artefact.label.kind === "class" ? artefact.label.values : [];

  function scoreOf(given: Readonly<Record<string, Given>>): Predicted {
    // Own properties only: a column may be named like a property of `Object.prototype`.
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at] ?? "";
      values[at] = Object.hasOwn(given, name) ? given[name] : undefined;
    }
    write(values, row);
    scorer.score(row, scores);
    if (scorer.outputs === 1) return { score: scores[0] ?? Number.NaN, taken: undefined };
    const best = likeliest();
    return { score: scores[best] ?? Number.NaN, taken: classes[best] };
  }

  function likeliest(): number {
    let best = 0;
    for (let at = 1; at < scores.length; at += 1) if ((scores[at] ?? 0) > (scores[best] ?? 0)) best = at;
    return best;
  }

  function explained(given: Readonly<Record<string, Given>>): PredictedParts {
    const predicted = scoreOf(given);
    const at = scorer.outputs === 1 ? 0 : likeliest();
    const probabilities = scorer.outputs > 1 ? [...scores] : classes.length === 2 ? [1 - predicted.score, predicted.score] : [];
    explain ??= createExplainer(forest);
    const parts = explain(row)[at];
    const raw = new Float64Array(scorer.outputs);
    scorer.raw(row, raw);
    return {
      ...predicted,
      probabilities,
      of: scorer.outputs > 1 ? classes[at] : classes[1],
      base: parts?.base ?? 0,
      raw: raw[at] ?? 0,
      columns: [...(parts?.columns ?? [])],
    };
  }

  return {
    artefact,
    predict: scoreOf,
    explain: explained,
    reasons: (given, max) =>
      explained(given)
        .columns.map((part, at) => ({ part, name: names[at] ?? "" }))
        .filter(({ part }) => part !== 0)
        .toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part))
        .slice(0, max)
        .map(({ part, name }) => `${name}${part > 0 ? "+" : "-"}`),
  };
}
