import { bitsOf, take, type Bits } from "../compile/leaving.ts";
import type { CompiledPlan } from "../compile/plan.ts";
import { scheduleWidth } from "../compile/schedule.ts";
import type { Segment } from "../compile/segments.ts";
import type { State } from "./state.ts";

/** What stopped a run: the node that failed, or one that asks the world and is reached but not yet asked. */
export interface Stop {
  /** Position of the segment. */
  readonly segment: number;
  /** The node that failed; undefined where the world is to be asked. */
  readonly failed: string | undefined;
}

/** Runs segments from the given one on, until all are done (undefined) or something stops it. */
export function runSegments(plan: CompiledPlan, state: State, from: number): Stop | undefined {
  const { runs, table } = plan.schedule;
  const { taken } = state;
  for (let at = from * scheduleWidth; at < table.length; at += scheduleWidth) {
    if (at > 0 && !isReached(plan, taken, at)) continue;
    const segment = at / scheduleWidth;
    if (plan.needsEffects && plan.segments[segment]?.effect !== undefined) return { segment, failed: undefined };
    const past = table[at + 1] ?? 0;
    for (let i = table[at] ?? 0; i < past; i += 1) {
      runs[i]?.(state);
      if (state.fault !== undefined) return { segment, failed: stop(plan, state, segment, i - (table[at] ?? 0)) };
    }
    const word = table[at + 4] ?? -1;
    if (word < 0) take(taken, plan.segments[segment]?.always ?? []);
    else taken[word] = (taken[word] ?? 0) | (table[at + 5] ?? 0);
  }
  return undefined;
}

/** Whether a taken link leads to the segment at this place of the table. */
function isReached({ schedule, segments }: CompiledPlan, taken: readonly number[], at: number): boolean {
  const word = schedule.table[at + 2] ?? -1;
  if (word >= 0) return ((taken[word] ?? 0) & (schedule.table[at + 3] ?? 0)) !== 0;
  return isAnyTaken(segments[at / scheduleWidth]?.arrivals ?? [], taken);
}

function isAnyTaken(links: readonly Bits[], taken: readonly number[]): boolean {
  return links.some(({ word, bits }) => ((taken[word] ?? 0) & bits) !== 0);
}

/** [ER2] Only the nodes before the one that failed were left. */
function stop(plan: CompiledPlan, state: State, segment: number, run: number): string {
  const { steps, owners } = plan.segments[segment] as Segment; // the one that was just running
  const position = owners[run] ?? 0;
  const left = steps.slice(0, position).flatMap(({ leaving }) => leaving.always.map((link) => link.index));
  take(state.taken, bitsOf(left));
  return steps[position]?.node.id ?? "";
}
