import { planOf, type CompiledPlan } from "../compile/plan.ts";
import { PlanInput } from "../input/read-input.ts";
import type { Effects, Execution, Input, Plan } from "../types.ts";
import type { Answer } from "./effect-step.ts";
import { finish } from "./execution.ts";
import { State } from "./state.ts";

/** [LI4] Time that the web calls of one execution may be given, added up by their deadlines. */
export const mostEffectMillis = 60_000;

/** [EF10] Undefined as soon as the signal is aborted, whether or not the effect listens to it. */
async function unlessAborted(asked: Promise<Answer | undefined> | Answer | undefined, signal: AbortSignal): Promise<Answer | undefined> {
  if (!(asked instanceof Promise)) return asked;
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([asked, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

export function startState(plan: CompiledPlan, input: PlanInput): State {
  return new State(input.numbers.slice(), input.texts.slice(), plan.taken.slice(), plan.arrivals.slice());
}

export function inputOf(plan: CompiledPlan, input: Input): PlanInput {
  if (input instanceof PlanInput && input.plan === plan) return input;
  throw new TypeError("This input was not made by readInput() for this plan");
}

/** Runs a plan without effects, at once. Never throws for a plan and an input of ours. */
export function evaluate(plan: Plan, input: Input): Execution {
  const compiled = planOf(plan);
  const given = inputOf(compiled, input);
  const state = startState(compiled, given);
  for (const step of compiled.steps) {
    if (state.arrivals[step.node.index] === 0) continue;
    if (step.run === undefined) state.fail("EFFECTS_NEEDED");
    else step.run(state);
    if (state.fault !== undefined) return finish(compiled, given, state, step.node.id);
    step.leave(state);
  }
  return finish(compiled, given, state, "");
}

/** The same with effects, one after the other in the order of nodes. It never rejects; an aborted signal ends it as failed. */
export async function evaluateWithEffects(plan: Plan, input: Input, effects: Effects, signal: AbortSignal): Promise<Execution> {
  const compiled = planOf(plan);
  const given = inputOf(compiled, input);
  const state = startState(compiled, given);
  const answers: Answer[] = [];
  let millisLeft = mostEffectMillis;
  for (const { node, run, effect, leave } of compiled.steps) {
    if (state.arrivals[node.index] === 0) continue;
    if (run !== undefined) run(state);
    else if (signal.aborted) state.fail("CANCELLED");
    else if (effect !== undefined) {
      millisLeft -= effect.timeoutMillis;
      const answer = millisLeft < 0 ? undefined : await unlessAborted(effect.ask(state, effects, signal), signal);
      if (answer !== undefined) {
        answers.push(answer);
        effect.takeIn(state, answer);
      } else if (millisLeft < 0) state.fail("EFFECT_TIME_SPENT");
      else if (signal.aborted) state.cancel();
    }
    if (state.fault !== undefined) return finish(compiled, given, state, node.id, answers);
    leave(state);
  }
  return finish(compiled, given, state, "", answers);
}
