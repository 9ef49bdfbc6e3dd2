import { planOf, type CompiledPlan } from "../compile/plan.ts";
import { PlanInput } from "../input/plan-input.ts";
import type { Execution, Input, Plan } from "../types.ts";
import { complete, fail } from "./execution.ts";
import { runSegments } from "./run-segments.ts";

export function inputOf(plan: CompiledPlan, input: Input): PlanInput {
  if (input instanceof PlanInput && input.plan === plan) return input;
  throw new TypeError("This input was not made by readInput() for this plan");
}

/** Runs a plan without effects, at once. Never throws for a plan and an input of ours. */
export function evaluate(plan: Plan, input: Input): Execution {
  const compiled = planOf(plan);
  const given = inputOf(compiled, input);
  const state = given.startState();
  const stop = runSegments(compiled, state, 0);
  if (stop === undefined) return complete(compiled, given, state);
  state.fail("EFFECTS_NEEDED");
  return fail(compiled, given, state, stop.failed ?? compiled.segments[stop.segment]?.steps[0]?.node.id ?? "");
}
