import { take } from "../compile/leaving.ts";
import type { CompiledPlan } from "../compile/plan.ts";
import type { Step } from "../compile/step.ts";
import type { State } from "./state.ts";

/** The step whose operation a run stopped at. */
export function stepAt(plan: CompiledPlan, place: number): Step | undefined {
  return plan.steps[plan.extents.findIndex(({ from, past }) => from <= place && place < past)];
}

/** [ER2] Takes the links of the nodes in its segment that ran before the one that failed. */
export function takeLinksBeforeFailure(plan: CompiledPlan, state: State, failed: Step | undefined): void {
  const segment = plan.segments.find((steps) => steps.some((step) => step === failed)) ?? [];
  for (const step of segment) {
    if (step === failed) return;
    take(state.taken, step.leaving.always);
  }
}
