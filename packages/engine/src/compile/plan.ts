import type { DatasetField, Definition } from "@airlock/flow";
import type { Slot } from "../program/parts.ts";
import type { Program } from "../program/program.ts";
import { linksPerWord } from "../run/state.ts";
import type { Plan } from "../types.ts";
import { fieldCode } from "./field-code.ts";
import { kindOf } from "../kinds/registry.ts";
import { makeSegments, writeSegments, type Extent, type Segment } from "./segments.ts";
import type { Step } from "./step.ts";
import { BytecodeWriter, type Bytecode } from "./bytecode.ts";

export class CompiledPlan implements Plan {
  readonly behaviour: number;
  readonly needsEffects: boolean;
  readonly lists: readonly string[];
  readonly applicationFields: readonly DatasetField[];
  readonly runtimeFields: readonly DatasetField[];
  readonly reasonTexts: ReadonlyMap<string, string>;
  readonly program: Program;
  readonly steps: readonly Step[];
  readonly segments: readonly Segment[];
  readonly bytecode: Bytecode;
  /** The range of each step in the bytecode. */
  readonly extents: readonly Extent[];
  /** What a run starts with, for copying: everything missing, nothing taken. */
  readonly numbers: readonly number[];
  readonly texts: readonly (string | undefined)[];
  readonly taken: readonly number[];
  /** Whether a web call's response may be stored in application fields. */
  readonly writesApplication: boolean;
  /** Application fields in their order, and the position of each by name. */
  readonly inputNames: readonly string[];
  readonly inputCodes: readonly number[];
  readonly inputPositions: ReadonlyMap<string, number>;
  /** Runtime fields in their order. */
  readonly outcomeNames: readonly string[];
  readonly outcomeCodes: readonly number[];
  readonly requiredSlots: readonly Slot[];

  constructor(definition: Definition, program: Program, steps: readonly Step[]) {
    this.behaviour = program.behaviour;
    this.program = program;
    this.steps = steps;
    this.segments = makeSegments(steps, program);
    const writer = new BytecodeWriter();
    this.extents = writeSegments(this.segments, writer);
    this.bytecode = writer.finish();
    this.lists = program.lists.map(({ listId }) => listId);
    this.needsEffects = steps.some((step) => step.effect !== undefined);
    this.applicationFields = definition.applicationDatasetFields;
    this.runtimeFields = definition.runtimeDatasetFields;
    this.reasonTexts = new Map(reasonTexts(definition));
    // Pushed one by one: V8 treats an array created with a length as having holes, and then checks for a hole at every read.
    const numbers: number[] = [];
    const texts: undefined[] = [];
    for (const slot of program.slots) {
      if (slot.type === "String") texts.push(undefined);
      else numbers.push(NaN);
    }
    const taken = [0];
    while (taken.length * linksPerWord < program.links.length) taken.push(0);
    this.numbers = numbers;
    this.texts = texts;
    this.taken = taken;
    this.writesApplication = program.nodes.some(({ operation }) =>
      kindOf(operation.kind)
        .writes(operation)
        .some(({ target }) => program.applicationSlots.includes(target)),
    );
    this.inputNames = program.applicationSlots.map((slot) => slot.name);
    this.inputCodes = program.applicationSlots.map(fieldCode);
    this.inputPositions = new Map(this.inputNames.map((name, position) => [name, position]));
    this.outcomeNames = program.runtimeSlots.map((slot) => slot.name);
    this.outcomeCodes = program.runtimeSlots.map(fieldCode);
    this.requiredSlots = program.applicationSlots.filter((_, index) => definition.applicationDatasetFields[index]?.required === true);
  }
}

/** Those of sub-flows first, so that the calling flow can override them. */
function reasonTexts({ subFlows = [], reasonTexts: own = {} }: Definition): readonly (readonly [string, string])[] {
  return [...subFlows.flatMap((one) => reasonTexts(one.definition)), ...Object.entries(own)];
}

/** A `Plan` is only created by `compile`; anything else is a mistake of the caller. */
export function planOf(plan: Plan): CompiledPlan {
  if (plan instanceof CompiledPlan) return plan;
  throw new TypeError("This plan was not made by compile()");
}
