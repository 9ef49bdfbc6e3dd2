import type { SqlKind } from "../../sql/kind.ts";
import { predictionValue, refusePrediction } from "../../sql/models.ts";
import { refuse } from "../../sql/refusal.ts";
import type { PredictionOperation } from "./compile.ts";

export const prediction: SqlKind<PredictionOperation> = {
  refuse: (operation, { label }, { models, isScored }) => {
    const reason = refusePrediction(operation, models, isScored);
    return reason === undefined
      ? undefined
      : refuse("MODEL_UNKNOWN", `The prediction '${label}' cannot score inside the database. ${reason}`);
  },
  /** [EF8] */
  run: (operation, run, guard) => {
    const { terms } = run.numbers;
    const predicted = predictionValue(run.numbers, run.nodeId, operation, run.memory, run.predictions);
    const inputs = operation.inputs.map(({ slot }) => slot);
    run.keepScore({ nodeId: run.nodeId, score: predicted.value.term, taken: predicted.taken, inputs });
    const failed = run.store(operation.target, predicted, guard);
    if (predicted.taken === undefined) return failed;
    const none = terms.count(0);
    const codes = predicted.classes.map((code) => terms.count(run.codeNumber(code)));
    const code = terms.call("count", "pick", predicted.taken, none, ...codes);
    run.giveReason(terms.choose(terms.and(guard, terms.not(failed)), code, none));
    return failed;
  },
};
