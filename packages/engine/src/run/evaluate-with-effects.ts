import { planOf } from "../compile/plan.ts";
import type { Effects, Execution, Input, Plan } from "../types.ts";
import type { EffectResult, EffectStep } from "./effect-step.ts";
import { inputOf } from "./evaluate.ts";
import { complete, fail } from "./execution.ts";
import { openLists } from "./lookups.ts";
import { runBytecode } from "./run-bytecode.ts";
import type { State } from "./state.ts";
import { takeLinksBeforeFailure, stepAt } from "./stop.ts";

/** [LI4] Time that the web calls of one execution may be given, added up by their deadlines. */
const maxEffectMillis = 60_000;

/** Like `evaluate`, effects one after the other in the order of nodes. Never rejects; an aborted signal ends it as failed. */
export async function evaluateWithEffects(plan: Plan, input: Input, effects: Effects, signal: AbortSignal): Promise<Execution> {
  const compiled = planOf(plan);
  const given = inputOf(compiled, input);
  const state = given.startState();
  if (!openLists(compiled.program.lists, state, effects)) return fail(compiled, given, state, compiled.program.nodes[0]?.id ?? "");
  const answers: EffectResult[] = [];
  let millisLeft = maxEffectMillis;
  const { bytecode } = compiled;
  for (let from = 0; ;) {
    const stop = runBytecode(bytecode, state, from, bytecode.end);
    if (stop === bytecode.end) return complete(compiled, given, state, answers);
    const step = stepAt(compiled, stop);
    if (state.fault === undefined && step?.effect !== undefined) {
      millisLeft -= step.effect.timeoutMillis;
      const pending = askEffect(step.effect, state, effects, signal, millisLeft);
      // A prediction responds at once, and awaiting it would take longer than most nodes.
      const answer = pending instanceof Promise ? await pending : pending;
      if (answer !== undefined) {
        answers.push(answer);
        step.effect.applyResult(state, answer);
      }
    }
    if (state.fault !== undefined) {
      takeLinksBeforeFailure(compiled, state, step);
      return fail(compiled, given, state, step?.node.id ?? "", answers);
    }
    from = stop + 1;
  }
}

/** The response, or undefined and a fault in the state. */
function askEffect(
  effect: EffectStep,
  state: State,
  effects: Effects,
  signal: AbortSignal,
  millisLeft: number,
): Promise<EffectResult | undefined> | EffectResult | undefined {
  if (millisLeft < 0) {
    state.fail("EFFECT_TIME_SPENT");
    return undefined;
  }
  const pending = signal.aborted ? undefined : effect.callHost(state, effects, signal);
  if (pending instanceof Promise) return unlessAborted(pending, state, signal);
  if (pending === undefined && signal.aborted) state.cancel();
  return pending;
}

/** [EF10] Undefined as soon as the signal is aborted, whether or not the effect listens to it. */
async function unlessAborted(
  pending: Promise<EffectResult | undefined>,
  state: State,
  signal: AbortSignal,
): Promise<EffectResult | undefined> {
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener("abort", stop);
  });
  try {
    const answer = await Promise.race([pending, aborted]);
    if (answer === undefined && signal.aborted) state.cancel();
    return answer;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
