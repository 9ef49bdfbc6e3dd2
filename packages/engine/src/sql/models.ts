import type { OperationOf } from "../program/program.ts";
import type { Memory } from "./memory.ts";
import type { Numbers, Worked } from "./numbers.ts";
import type { Call } from "./terms.ts";
import { floatLimit, largestFloat } from "./value.ts";

/**
 * A model that can score inside the database. `score` is handed the inputs of the prediction in its order, each as SQL that may be
 * repeated at will (a column): numbers are Float64 and NaN when missing, texts are String and '\xFF' when missing. It answers SQL
 * for the score, a Float64; NaN or an infinite number fails the row with PREDICTION_FAILED. It must not be able to throw.
 */
export interface SqlModel {
  readonly score: (inputs: readonly SqlModelInput[]) => string;
}

export interface SqlModelInput {
  /** The name that the model knows the input by. */
  readonly name: string;
  readonly type: "number" | "text";
  readonly sql: string;
}

/** By configuration and model number, as `modelKey` has them. */
export type SqlModels = ReadonlyMap<string, SqlModel>;

export function modelKey(config: string, model: number): string {
  return `${model} ${config}`;
}

const modelPrefix = "model ";

/** The name of a prediction's call: everything that decides what is written for it, so that equal calls are shared. */
function modelCall(key: string, inputs: readonly string[]): string {
  return modelPrefix + JSON.stringify([key, inputs]);
}

/** A model may repeat its inputs at will, so they must be columns. */
export function isModelCall({ name }: Call): boolean {
  return name.startsWith(modelPrefix);
}

export function writeModelCall({ name, args }: Call, columns: readonly string[], models: SqlModels): string {
  const [key, inputs] = JSON.parse(name.slice(modelPrefix.length)) as [string, readonly string[]]; // written by `modelCall`
  const model = models.get(key);
  if (model === undefined) throw new RangeError(`There is no model ${key}`);
  const given = inputs.map((input, index): SqlModelInput => {
    return { name: input, type: args[index]?.type === "text" ? "text" : "number", sql: columns[index] ?? "nan" };
  });
  return `(${model.score(given)})`;
}

/** [EF8] The score, brought back; it is stored as any other number is. */
export function predictionValue(
  numbers: Numbers,
  { config, model, inputs }: OperationOf<"Prediction">,
  memory: Memory,
  models: SqlModels,
): Worked {
  const { terms } = numbers;
  const key = modelKey(config, model);
  if (!models.has(key)) throw new TypeError("A flow with a model that SQL does not know is refused before it is written");
  const name = modelCall(
    key,
    inputs.map((input) => input.name),
  );
  const raw = terms.call("number", name, ...inputs.map(({ slot }) => memory.slot(slot).term));
  const value = numbers.float(numbers.bringBack(raw, terms.operate("abs", raw)), false, largestFloat);
  const within = terms.compare("less", terms.operate("abs", raw), terms.number(floatLimit));
  return { value, faults: [{ when: terms.not(within), code: "PREDICTION_FAILED" }] };
}
