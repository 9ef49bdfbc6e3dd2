import { createRowWriter, type Artefact, type Given } from "./artefact.ts";
import { createExplainer, type Explain } from "./explain.ts";
import { readForest } from "./read-forest.ts";
import { createScorer } from "./scorer.ts";

/** A trained model, ready to be asked. It keeps working memory, so it serves one call at a time. */
export interface Predictor {
  readonly artefact: Artefact;
  /** The values of its columns by their names; what is not given is missing. */
  readonly predict: (values: Readonly<Record<string, Given>>) => Predicted;
  readonly explain: (values: Readonly<Record<string, Given>>) => PredictedParts;
  /**
   * At most so many columns that moved the raw score furthest from what the model says on average, furthest first: the name, and `+`
   * where it raised the score or `-` where it lowered it. It takes some ten times as long as a score.
   */
  readonly reasons: (values: Readonly<Record<string, Given>>, most: number) => readonly string[];
}

export interface Predicted {
  /** Of two classes the probability of the second, of more that of the likeliest; else the number itself. */
  readonly score: number;
  /** Of more than two classes: the likeliest. */
  readonly taken: string | undefined;
}

export interface PredictedParts extends Predicted {
  /** Of classes: the probability of each, in their order. */
  readonly probabilities: readonly number[];
  /** Which class the parts are about; undefined where a number is predicted. */
  readonly of: string | undefined;
  readonly base: number;
  readonly raw: number;
  /** What each column added to the raw score, in their order. */
  readonly columns: readonly number[];
}

/** What can be asked for a score, and maybe for its reasons. */
export interface Asked<Score extends number | undefined> {
  readonly predict: (values: Readonly<Record<string, Given>>) => { readonly score: Score; readonly taken: string | undefined };
  readonly reasons?: Predictor["reasons"];
}

/** What a decision is answered: the class that was taken, where there are several, and behind it as many reasons as it asks for. */
export function answerOf<Score extends number | undefined>(
  model: Asked<Score>,
  values: Readonly<Record<string, Given>>,
  mostReasons: number,
): { readonly score: Score; readonly reasonCodes: readonly string[] } {
  const { score, taken } = model.predict(values);
  const reasons = mostReasons > 0 ? (model.reasons?.(values, mostReasons) ?? none) : none;
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
  // Compiled at the first call: most models are never asked for reasons.
  let explain: Explain | undefined;
  const classes = artefact.label.kind === "class" ? artefact.label.values : [];

  function scoreOf(given: Readonly<Record<string, Given>>): Predicted {
    // Own properties alone: a column may be called like something that every object has.
    for (const [at, name] of names.entries()) values[at] = Object.hasOwn(given, name) ? given[name] : undefined;
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
    reasons: (given, most) =>
      explained(given)
        .columns.map((part, at) => ({ part, name: names[at] ?? "" }))
        .filter(({ part }) => part !== 0)
        .toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part))
        .slice(0, most)
        .map(({ part, name }) => `${name}${part > 0 ? "+" : "-"}`),
  };
}
