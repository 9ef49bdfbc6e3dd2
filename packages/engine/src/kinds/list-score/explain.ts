import type { ExplainedScore } from "../../record/explained.ts";
import { readSlot } from "../../run/read-slot.ts";
import { shown } from "../../shown.ts";
import type { State } from "../../run/state.ts";
import type { ListScoreOperation } from "./operation.ts";

/** [SC1] to [SC5] */
export function explainEntry({ scored, entries, fallback }: ListScoreOperation, state: State): ExplainedScore | undefined {
  const value = readSlot(state, scored);
  const entry = entries.find((one) => one.value === value);
  if (entry !== undefined) return { match: String(shown(scored.type, entry.value)), points: entry.points, reasonCode: entry.reasonCode };
  return fallback === undefined ? undefined : { match: undefined, points: fallback, reasonCode: "" };
}
