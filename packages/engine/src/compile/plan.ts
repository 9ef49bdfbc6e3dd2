import type { DatasetField, Definition } from "@airlock/flow";
import type { Program, ProgramNode } from "../program/program.ts";
import type { EffectStep } from "../run/effect-step.ts";
import type { Run } from "../run/state.ts";
import type { Plan } from "../types.ts";

/** One node, ready to run. */
export interface Step {
  readonly node: ProgramNode;
  /** Undefined for a node that asks the world. */
  readonly run: Run | undefined;
  readonly effect: EffectStep | undefined;
  /** Settles the outgoing links. */
  readonly leave: Run;
}

export class CompiledPlan implements Plan {
  readonly behaviour: number;
  readonly needsEffects: boolean;
  readonly applicationFields: readonly DatasetField[];
  readonly runtimeFields: readonly DatasetField[];
  readonly program: Program;
  readonly steps: readonly Step[];
  /** What a run starts with, for copying: everything missing, nothing taken, nothing arrived save at Start. */
  readonly numbers: readonly number[];
  readonly texts: readonly (string | undefined)[];
  readonly taken: readonly number[];
  readonly arrivals: readonly number[];
  readonly names: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;

  constructor(definition: Definition, program: Program, steps: readonly Step[], words: number) {
    this.behaviour = program.behaviour;
    this.program = program;
    this.steps = steps;
    this.needsEffects = steps.some((step) => step.effect !== undefined);
    this.applicationFields = definition.applicationDatasetFields;
    this.runtimeFields = definition.runtimeDatasetFields;
    this.numbers = program.slots.filter((slot) => slot.type !== "String").map(() => NaN);
    this.texts = program.slots.filter((slot) => slot.type === "String").map(() => undefined);
    this.taken = Array.from({ length: words }, () => 0);
    this.arrivals = steps.map((_, index) => (index === 0 ? 1 : 0));
    this.names = new Set(definition.applicationDatasetFields.map((field) => field.name));
    this.required = new Set(definition.applicationDatasetFields.filter((field) => field.required).map((field) => field.name));
  }
}

/** A `Plan` is made by `compile` alone; anything else is a mistake of the program that calls us. */
export function planOf(plan: Plan): CompiledPlan {
  if (plan instanceof CompiledPlan) return plan;
  throw new TypeError("This plan was not made by compile()");
}
