import type { ExplainedScore } from "../../record/explained.ts";
import { readSlot } from "../../run/read-slot.ts";
import type { State } from "../../run/state.ts";
import type { Band, RangeScoreOperation } from "./operation.ts";

/** [SC1] to [SC5] */
export function explainBand({ scored, bands, fallback }: RangeScoreOperation, state: State): ExplainedScore | undefined {
  const value = readSlot(state, scored);
  const band = bands.find((one) => typeof value === "number" && bandHolds(one, value));
  if (band !== undefined) return { match: bandText(band), points: band.points, reasonCode: band.reasonCode };
  return fallback === undefined ? undefined : { match: undefined, points: fallback, reasonCode: "" };
}

function bandHolds({ from, fromIncluded, to, toIncluded }: Band, value: number): boolean {
  const above = from === undefined || (fromIncluded ? value >= from : value > from);
  return above && (to === undefined || (toIncluded ? value <= to : value < to));
}

/** "[0.4, 0.5)"; "under 18" and "75 and over" where a side is open. */
function bandText({ from, fromIncluded, to, toIncluded }: Band): string {
  if (from === undefined && to === undefined) return "any number";
  if (from === undefined) return `${toIncluded ? "up to" : "under"} ${to}`;
  if (to === undefined) return fromIncluded ? `${from} and over` : `over ${from}`;
  return `${fromIncluded ? "[" : "("}${from}, ${to}${toIncluded ? "]" : ")"}`;
}
