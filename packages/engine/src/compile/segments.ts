import type { Program } from "../program/program.ts";
import { bitsOf, writeSettling } from "./leaving.ts";
import type { Step } from "./step.ts";
import { op, type BytecodeWriter } from "./bytecode.ts";

/**
 * Consecutive steps that always run together: each after the first has one incoming link, which is always taken from an earlier step of the
 * segment. Whether they run is tested once, and their links are marked as taken together.
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

/** A node with an effect is a segment of its own, so that the run can wait for it. */
function follows(step: Step, group: readonly Step[], program: Program): boolean {
  const [link, another] = step.node.incoming.map((index) => program.links[index]);
  if (link === undefined || another !== undefined || step.effect !== undefined) return false;
  const source = group[link.source - (group[0]?.node.index ?? 0)];
  return source !== undefined && source.effect === undefined && source.leaving.always.includes(link);
}

/** The bytecode range of one step: the operations of the node, then those that decide its links. */
export interface Extent {
  readonly from: number;
  readonly past: number;
}

/**
 * Writes all segments in order and returns the range of each step. All but the first, which contains Start, begin with a test of their
 * incoming links.
 */
export function writeSegments(segments: readonly Segment[], writer: BytecodeWriter): readonly Extent[] {
  const extents: Extent[] = [];
  for (const [index, segment] of segments.entries()) {
    const open = index === 0 ? [] : writeArrival(segment, writer);
    for (const step of segment) {
      const from = writer.place;
      step.write?.(writer);
      if (step.effect !== undefined) writer.write(op.requestEffect);
      writeSettling(step.leaving, writer);
      extents.push({ from, past: writer.place });
    }
    for (const { word, bits } of bitsOf(segment.flatMap(({ leaving }) => leaving.always))) writer.write(op.take, word, bits);
    writer.patchHere(open);
  }
  return extents;
}

/** A segment runs when any of its incoming links was taken; the words are tested in turn. Returns the open jump target. */
function writeArrival([first]: Segment, writer: BytecodeWriter): readonly number[] {
  const arrivals = bitsOf((first?.node.incoming ?? []).map((index) => ({ index })));
  const reached: number[] = [];
  let open: readonly number[] = [];
  for (const [index, { word, bits }] of arrivals.entries()) {
    writer.patchHere(open);
    open = [writer.emitJump(op.arrive, word, bits)];
    if (index < arrivals.length - 1) reached.push(writer.emitJump(op.jump));
  }
  writer.patchHere(reached);
  return open;
}
