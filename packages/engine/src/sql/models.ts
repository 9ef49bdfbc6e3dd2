import type { PredictionOperation } from "../kinds/prediction/compile.ts";
import type { Memory } from "./memory.ts";
import type { Numbers, Worked } from "./numbers.ts";
import { exponentialTerm } from "./series.ts";
import type { Term, Terms } from "./terms.ts";
import { floatLimit, largestFloat } from "./value.ts";

/**
 * A forest of trees as tables, so that it can score inside the database; created by `forestTables` of `@airlock/model`. Each value of a
 * column has an index; for each index there is a bit mask per tree with a bit for each leaf that stays reachable. In the bitwise AND of all
 * columns' masks, the lowest set bit is the leaf of the row. Indexes, masks and leaves cannot throw, whatever a row contains.
 */
export interface SqlModel {
  readonly columns: readonly SqlModelColumn[];
  /** For each output the groups of trees in the order in which their leaves' values are added. */
  readonly outputs: readonly (readonly SqlModelGroup[])[];
  readonly link: { readonly kind: "none" } | { readonly kind: "logistic"; readonly factor: number } | { readonly kind: "softmax" };
  /** The reason code of each output: that of the likeliest one is returned. */
  readonly classes: readonly string[];
  /** Bytes of all words. */
  readonly size: number;
}

export type SqlModelColumn =
  | {
      readonly kind: "number";
      readonly name: string;
      readonly bounds: readonly number[];
      readonly reached: boolean;
      readonly missing: number;
    }
  | { readonly kind: "category"; readonly name: string; readonly values: readonly string[]; readonly missing: number };

export interface SqlModelGroup {
  readonly trees: number;
  readonly words: readonly Uint8Array[];
  readonly leaves: readonly number[];
}

/** By `modelKey` of configuration and model number; a text is the reason why a model cannot score inside the database. */
export type SqlModels = ReadonlyMap<string, SqlModel | string>;

export function modelKey(config: string, model: number): string {
  return `${model} ${config}`;
}

/** A query this long is still read and planned in a second or two. */
const largestSize = 24_000_000;
const maxClasses = 50;

/** Columns of the table with the result of a prediction. */
export interface KnownScore {
  readonly score: string;
  /** From 1 on the class that was taken. */
  readonly taken?: string;
}

export interface Predictions {
  readonly models: SqlModels;
  /** By node, for scores that need not be computed. */
  readonly known: ReadonlyMap<string, { readonly score: Term; readonly taken: Term | undefined }>;
}

/** Why the prediction cannot be computed inside the database; undefined if it can. */
export function refusePrediction(
  { config, model, inputs, reasonCodes }: PredictionOperation,
  models: SqlModels,
  isScored: boolean,
): string | undefined {
  if (reasonCodes > 0) return "It returns reasons of its score, which are computed one record at a time; set them to 0 to use it here.";
  const known = models.get(modelKey(config, model));
  if (isScored && typeof known === "object") return undefined;
  if (known === undefined) return "Its model is not there.";
  if (typeof known === "string") return known;
  if (known.size > largestSize) return `Its model weighs ${Math.round(known.size / 1e6)} MB as tables; at most ${largestSize / 1e6} fit.`;
  if (known.outputs.length > maxClasses) return `Its model distinguishes more than ${maxClasses} classes.`;
  if (!known.columns.every(({ name }) => name.isWellFormed()) || !known.classes.every((name) => name.isWellFormed()))
    return "A name in its model holds half a character.";
  for (const column of known.columns) {
    const input = inputs.findLast(({ name }) => name === column.name);
    if (column.kind === "number" && input?.slot.type === "String")
      return `Its model takes a number as '${column.name}', and the field is a String.`;
    if (column.kind === "category" && !column.values.every((value) => value.isWellFormed()))
      return "A value in its model holds half a character.";
  }
  return undefined;
}

const placePrefix = "place ";
const rawPrefix = "raw ";

export type ModelCall =
  | { readonly kind: "place"; readonly column: SqlModelColumn }
  | { readonly kind: "raw"; readonly model: SqlModel; readonly output: number };

/** A call whose arguments are repeated when it is written, and so have to be columns. */
export function isModelCall(name: string): boolean {
  return name.startsWith(placePrefix) || name.startsWith(rawPrefix);
}

/** What a call's name stands for. */
export function modelCallOf(name: string, models: SqlModels): ModelCall {
  const isPlace = name.startsWith(placePrefix);
  const [key, at] = JSON.parse(name.slice(isPlace ? placePrefix.length : rawPrefix.length)) as [string, number]; // written below
  const model = models.get(key);
  const column = typeof model === "object" ? model.columns[at] : undefined;
  if (typeof model !== "object" || (isPlace && column === undefined)) throw new RangeError(`There is no model ${key}`);
  return isPlace && column !== undefined ? { kind: "place", column } : { kind: "raw", model, output: at };
}

export interface Predicted extends Worked {
  /** From 1 on the class that was taken; undefined where classes are no reason. */
  readonly taken: Term | undefined;
  readonly classes: readonly string[];
}

/** [EF8] The normalised score; it is stored like any other number. */
export function predictionValue(
  numbers: Numbers,
  nodeId: string,
  operation: PredictionOperation,
  memory: Memory,
  { models, known }: Predictions,
): Predicted {
  const { terms } = numbers;
  const key = modelKey(operation.config, operation.model);
  const model = models.get(key);
  if (typeof model !== "object") throw new TypeError("A flow with a model that SQL does not know is refused before it is written");
  const { score, taken } = known.get(nodeId) ?? scoreOf(numbers, key, model, operation.inputs, memory);
  const value = known.has(nodeId) ? score : numbers.normalise(score, terms.operate("abs", score));
  const within = terms.compare("less", terms.operate("abs", score), terms.number(floatLimit));
  const faults = [{ when: terms.not(within), code: "PREDICTION_FAILED" as const }];
  return { value: numbers.float(value, false, largestFloat), faults, taken, classes: model.classes };
}

function scoreOf(numbers: Numbers, key: string, model: SqlModel, inputs: PredictionOperation["inputs"], memory: Memory): Linked {
  const { terms } = numbers;
  const places = model.columns.map((column, at) => {
    const input = inputs.findLast(({ name }) => name === column.name);
    const given = input === undefined ? undefined : memory.slot(input.slot).term;
    return given === undefined ? terms.count(column.missing) : terms.call("count", `${placePrefix}${JSON.stringify([key, at])}`, given);
  });
  const raw = model.outputs.map((_, output) => terms.call("number", `${rawPrefix}${JSON.stringify([key, output])}`, ...places));
  return linked(numbers, model, raw);
}

interface Linked {
  readonly score: Term;
  readonly taken: Term | undefined;
}

/** From raw scores to the score, step by step as `@airlock/model` does it. */
function linked(numbers: Numbers, { link }: SqlModel, raw: readonly Term[]): Linked {
  const { terms } = numbers;
  const [first = terms.missing] = raw;
  if (link.kind === "none") return { score: first, taken: undefined };
  const one = terms.number(1);
  if (link.kind === "logistic") {
    const power = boundedExponential(numbers, terms.operate("multiply", terms.number(link.factor), first));
    return { score: terms.operate("divide", one, terms.operate("plus", one, power)), taken: undefined };
  }
  const highest = raw.reduce((best, value) => terms.choose(terms.compare("greater", value, best), value, best));
  const powers = raw.map((value) => boundedExponential(numbers, terms.operate("minus", value, highest)));
  const sum = powers.reduce<Term>((total, power) => terms.operate("plus", total, power), terms.number(0));
  const scores = powers.map((power) => terms.operate("divide", power, sum));
  return likeliest(terms, scores);
}

/** The first of the largest. */
function likeliest(terms: Terms, scores: readonly Term[]): Linked {
  let [score = terms.missing, taken] = [scores[0], terms.count(1)];
  for (const [at, other] of scores.entries()) {
    if (at === 0) continue;
    const isMore = terms.compare("greater", other, score);
    score = terms.choose(isMore, other, score);
    taken = terms.choose(isMore, terms.count(at + 1), taken);
  }
  return { score, taken };
}

const furthest = 700;

function boundedExponential(numbers: Numbers, y: Term): Term {
  const { terms } = numbers;
  const [max, min] = [terms.number(furthest), terms.number(-furthest)];
  const within = terms.chooseFirst(
    [
      { when: terms.compare("greater", y, max), gives: max },
      { when: terms.compare("less", y, min), gives: min },
    ],
    y,
  );
  return exponentialTerm(numbers, within);
}
