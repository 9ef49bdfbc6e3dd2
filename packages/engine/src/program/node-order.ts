import { planOf } from "../compile/plan.ts";
import type { Plan } from "../types.ts";

/** Ids of the reachable nodes, in execution order: a fault occurs before the nodes that follow. */
export function nodeOrder(plan: Plan): readonly string[] {
  return planOf(plan).program.nodes.map(({ id }) => id);
}
