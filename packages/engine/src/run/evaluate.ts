import { planOf, type CompiledPlan } from "../compile/plan.ts";
import { PlanInput } from "../input/plan-input.ts";
import type { Effects, Execution, Input, Plan } from "../types.ts";
import { complete, fail } from "./execution.ts";
import { openLists } from "./lookups.ts";
import { runBytecode } from "./run-bytecode.ts";
import { takeLinksBeforeFailure, stepAt } from "./stop.ts";

export function inputOf(plan: CompiledPlan, input: Input): PlanInput {
  if (input instanceof PlanInput && input.plan === plan) return input;
  throw new TypeError("This input was not made by readInput() for this plan");
}

/** Runs a plan without effects, synchronously; lists are provided by the host. Never throws for a plan and an input of ours. */
export function evaluate(plan: Plan, input: Input, host: Pick<Effects, "list"> = {}): Execution {
  const compiled = planOf(plan);
  const given = inputOf(compiled, input);
  const state = given.startState();
  const { bytecode, program } = compiled;
  if (program.lists.length > 0 && !openLists(program.lists, state, host)) return fail(compiled, given, state, program.nodes[0]?.id ?? "");
  const stop = runBytecode(bytecode, state, 0, bytecode.end);
  if (stop === bytecode.end) return complete(compiled, given, state);
  state.fail("EFFECTS_NEEDED");
  const step = stepAt(compiled, stop);
  takeLinksBeforeFailure(compiled, state, step);
  return fail(compiled, given, state, step?.node.id ?? "");
}
