import { planOf } from "../compile/plan.ts";
import type { Plan } from "../types.ts";

/** Ids of the nodes that can be reached, in the order of running: what fails, fails before those that follow. */
export function nodeOrder(plan: Plan): readonly string[] {
  return planOf(plan).program.nodes.map(({ id }) => id);
}
