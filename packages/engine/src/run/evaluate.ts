import { planOf, type CompiledPlan } from "../compile/plan.ts";
import { PlanInput } from "../input/plan-input.ts";
import type { Execution, Input, Plan } from "../types.ts";
import { complete, fail } from "./execution.ts";
import { runTape } from "./run-tape.ts";
import { leaveBefore, stepAt } from "./stop.ts";

export function inputOf(plan: CompiledPlan, input: Input): PlanInput {
  if (input instanceof PlanInput && input.plan === plan) return input;
  throw new TypeError("This input was not made by readInput() for this plan");
}

/** Runs a plan without effects, at once. Never throws for a plan and an input of ours. */
export function evaluate(plan: Plan, input: Input): Execution {
  const compiled = planOf(plan);
  const given = inputOf(compiled, input);
  const state = given.startState();
  const { tape } = compiled;
  const stop = runTape(tape, state, 0, tape.end);
  if (stop === tape.end) return complete(compiled, given, state);
  state.fail("EFFECTS_NEEDED");
  const step = stepAt(compiled, stop);
  leaveBefore(compiled, state, step);
  return fail(compiled, given, state, step?.node.id ?? "");
}
