import { planOf } from "../compile/plan.ts";
import { collectInputs } from "../kinds/prediction/compile.ts";
import type { Held, Plan } from "../types.ts";
import { decodeRecord } from "./decode-record.ts";
import { replay } from "./replay.ts";

/** A prediction of an execution: its inputs and its score. */
export interface RecordedPrediction {
  readonly nodeId: string;
  readonly config: string;
  readonly model: number;
  /** As they were at that moment; missing ones are undefined. */
  readonly inputs: Readonly<Record<string, Held>>;
  /** Undefined if the model returned no score. */
  readonly score: number | undefined;
}

const ignore = (): void => undefined;

/** In the order of the execution. One that failed is not among them. Throws a RecordMismatch for a record of another version. */
export function recordedPredictions(plan: Plan, text: string): readonly RecordedPrediction[] {
  const compiled = planOf(plan);
  const record = decodeRecord(compiled, text);
  const predictions: RecordedPrediction[] = [];
  let effects = 0;
  replay(compiled, record, {
    triggered: ({ node, effect }, state) => {
      if (effect === undefined) return;
      const answer = record.answers[effects];
      effects += 1;
      if (effect.request.effect !== "predict" || answer === undefined) return;
      const { config, model, inputs } = effect.request;
      const [score] = answer;
      predictions.push({
        nodeId: node.id,
        config,
        model,
        inputs: collectInputs(state, inputs),
        score: typeof score === "number" ? score : undefined,
      });
    },
    left: ignore,
    failed: ignore,
  });
  return predictions;
}
