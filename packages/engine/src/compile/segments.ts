import type { Program } from "../program/program.ts";
import { bitsOf, writeSettling } from "./leaving.ts";
import type { Step } from "./step.ts";
import { op, type TapeWriter } from "./tape.ts";

/**
 * Neighbours in the order of running that always run together: each after the first is reached by one link alone, which is taken
 * whenever an earlier one of them is left. They are asked for once, and their links are taken at one stroke.
 */
export type Segment = readonly Step[];

export function makeSegments(steps: readonly Step[], program: Program): readonly Segment[] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const group = groups.at(-1);
    if (group !== undefined && follows(step, group, program)) group.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** A node that asks the world stands alone, so that the run can wait for it. */
function follows(step: Step, group: readonly Step[], program: Program): boolean {
  const [link, another] = step.node.incoming.map((index) => program.links[index]);
  if (link === undefined || another !== undefined || step.effect !== undefined) return false;
  const source = group[link.source - (group[0]?.node.index ?? 0)];
  return source !== undefined && source.effect === undefined && source.leaving.always.includes(link);
}

/** Where the operations of one step stand on the tape: those of the node, then those that settle its links. */
export interface Extent {
  readonly from: number;
  readonly past: number;
}

/** Writes all segments one after the other; answers where each step stands. Only the first, with Start in it, is not asked for. */
export function writeSegments(segments: readonly Segment[], tape: TapeWriter): readonly Extent[] {
  const extents: Extent[] = [];
  for (const [index, segment] of segments.entries()) {
    const open = index === 0 ? [] : writeArrival(segment, tape);
    for (const step of segment) {
      const from = tape.place;
      step.write?.(tape);
      if (step.effect !== undefined) tape.write(op.askWorld);
      writeSettling(step.leaving, tape);
      extents.push({ from, past: tape.place });
    }
    for (const { word, bits } of bitsOf(segment.flatMap(({ leaving }) => leaving.always))) tape.write(op.take, word, bits);
    tape.reachHere(open);
  }
  return extents;
}

/** A segment runs when any of the links that lead to it was taken; words are looked at in turn. Answers the place still open. */
function writeArrival([first]: Segment, tape: TapeWriter): readonly number[] {
  const arrivals = bitsOf((first?.node.incoming ?? []).map((index) => ({ index })));
  const reached: number[] = [];
  let open: readonly number[] = [];
  for (const [index, { word, bits }] of arrivals.entries()) {
    tape.reachHere(open);
    open = [tape.writeOpen(op.arrive, word, bits)];
    if (index < arrivals.length - 1) reached.push(tape.writeOpen(op.jump));
  }
  tape.reachHere(reached);
  return open;
}
