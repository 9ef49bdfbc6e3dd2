import type { CompiledPlan } from "../compile/plan.ts";
import { readValue, writeSlot } from "../run/read-slot.ts";
import { State } from "../run/state.ts";
import type { Input, Value } from "../types.ts";

/** Application values, laid out as a run of this plan starts with them. */
export class PlanInput implements Input {
  readonly plan: CompiledPlan;
  readonly numbers: number[];
  readonly texts: (string | undefined)[];
  private isLent = false;

  constructor(plan: CompiledPlan, numbers: number[], texts: (string | undefined)[]) {
    this.plan = plan;
    this.numbers = numbers;
    this.texts = texts;
  }

  get values(): readonly Value[] {
    return this.plan.program.applicationSlots.map((slot) => readValue(this, slot));
  }

  /**
   * The initial state of a run. Nearly every input is run once, so the first run uses the arrays themselves, of which it changes only the
   * runtime part; later runs get a copy, with that part missing again.
   */
  startState(): State {
    const { plan } = this;
    if (!this.isLent && !plan.writesApplication) {
      this.isLent = true;
      return new State(this.numbers, this.texts, plan.taken.slice());
    }
    const state = new State(this.numbers.slice(), this.texts.slice(), plan.taken.slice());
    const { slots, applicationSlots } = plan.program;
    for (const slot of slots) if (slot.index >= applicationSlots.length) writeSlot(state, slot, undefined);
    return state;
  }
}
