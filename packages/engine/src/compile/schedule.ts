import type { Run } from "../run/state.ts";
import type { Segment } from "./segments.ts";

/** Entries of `Schedule.table` for one segment. */
export const scheduleWidth = 6;

/**
 * The segments of a plan laid out flat, since a server runs hundreds of plans in turn and what lies together comes into the
 * processor's cache together: all closures in one list, and for each segment six small integers: its first closure, the one past
 * its last, word and bits of its incoming links, word and bits of the links that are always taken after it. A word of -1 says that
 * the links lie in several words, for which the segment itself is asked.
 */
export interface Schedule {
  readonly runs: readonly Run[];
  readonly table: readonly number[];
}

export function makeSchedule(segments: readonly Segment[]): Schedule {
  const runs: Run[] = [];
  const table: number[] = [];
  for (const segment of segments) {
    const first = runs.length;
    for (const run of segment.runs) runs.push(run);
    table.push(first, runs.length);
    for (const all of [segment.arrivals, segment.always]) {
      const [one, another] = all;
      if (another === undefined) table.push(one?.word ?? 0, one?.bits ?? 0);
      else table.push(-1, 0);
    }
  }
  return { runs, table };
}
