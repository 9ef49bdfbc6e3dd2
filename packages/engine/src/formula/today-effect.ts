import type { EffectStep } from "../run/effect-step.ts";
import type { Test } from "../run/state.ts";

/** [FO20] The day is requested from the host; the first response is that of the whole execution. The results are computed when it is taken in. */
export function todayEffect(tests: readonly Test[]): EffectStep {
  return {
    timeoutMillis: 0,
    request: { effect: "today" },
    callHost: (state, effects) => {
      try {
        const today = effects.today?.();
        if (today !== undefined) return [Number.isNaN(state.today) ? today : state.today];
        state.fail("EFFECTS_NEEDED", "This flow uses today(), and was run without a clock.");
      } catch (failure) {
        state.failEffect(failure, "EFFECTS_NEEDED");
      }
      return undefined;
    },
    applyResult: (state, [today]) => {
      state.today = Number(today);
      for (const test of tests) if (!test(state)) return;
    },
  };
}
