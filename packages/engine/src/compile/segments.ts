import type { Program } from "../program/program.ts";
import type { EffectStep } from "../run/effect-step.ts";
import type { Run } from "../run/state.ts";
import { bitsOf, type Bits } from "./leaving.ts";
import type { Step } from "./plan.ts";

/**
 * Neighbours in the order of running that always run together: each after the first is reached by one link alone, which is taken
 * whenever an earlier one of them is left. They are asked for once, and their links are taken at one stroke.
 */
export interface Segment {
  readonly steps: readonly Step[];
  /** Of the one node that asks the world. */
  readonly effect: EffectStep | undefined;
  /** Incoming links of the first node; it runs when any of them was taken. */
  readonly arrivals: readonly Bits[];
  /** What the nodes do, in order, without those that do nothing; a node's links with conditions are settled right after it. */
  readonly runs: readonly Run[];
  /** For each of `runs` the position in `steps` of its node. */
  readonly owners: readonly number[];
  /** Links that are taken whenever these nodes are left. */
  readonly always: readonly Bits[];
}

export function makeSegments(steps: readonly Step[], program: Program): readonly Segment[] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const group = groups.at(-1);
    if (group !== undefined && follows(step, group, program)) group.push(step);
    else groups.push([step]);
  }
  return groups.map(makeSegment);
}

/** A node that asks the world stands alone, so that the run can wait for it. */
function follows(step: Step, group: readonly Step[], program: Program): boolean {
  const [link, another] = step.node.incoming.map((index) => program.links[index]);
  if (link === undefined || another !== undefined || step.effect !== undefined) return false;
  const source = group[link.source - (group[0]?.node.index ?? 0)];
  return source !== undefined && source.effect === undefined && source.leaving.always.includes(link);
}

function makeSegment(steps: readonly Step[]): Segment {
  const runs: Run[] = [];
  const owners: number[] = [];
  for (const [position, { runs: own, leaving }] of steps.entries()) {
    for (const run of leaving.settle === undefined ? own : [...own, leaving.settle]) {
      runs.push(run);
      owners.push(position);
    }
  }
  return {
    steps,
    effect: steps[0]?.effect,
    arrivals: bitsOf(steps[0]?.node.incoming ?? []),
    runs,
    owners,
    always: bitsOf(steps.flatMap(({ leaving }) => leaving.always.map((link) => link.index))),
  };
}
