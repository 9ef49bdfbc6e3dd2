import { typeFits, typeFormula, type FieldSource, type FormulaItem, type FormulaNode, type TypedFormula } from "@airlock/flow";
import { op } from "../../compile/tape.ts";
import { FormulaCompiler } from "../../formula/compile-formula.ts";
import { toFloat } from "../../number.ts";
import type { Lowering } from "../../program/lowering.ts";
import type { Slot } from "../../program/parts.ts";
import type { EffectStep } from "../../run/effect-step.ts";
import type { State, Test } from "../../run/state.ts";
import type { EngineKind } from "../kind.ts";

interface FormulaResult {
  readonly formula: TypedFormula;
  readonly usesToday: boolean;
  readonly target: Slot;
}

export interface FormulaOperation {
  readonly kind: "Formula";
  readonly results: readonly FormulaResult[];
  /** The fields that the formulas read. */
  readonly reads: readonly Slot[];
  /** Whether any of them uses the day. */
  readonly usesToday: boolean;
}

export const formula: EngineKind<FormulaNode, FormulaOperation> = {
  since: 3,
  lower: (node, lowering) => {
    const reads = new Set<Slot>();
    const results = node.formulas.map((item) => lowerResult(item, reads, lowering)).filter((result) => result !== undefined);
    return { kind: "Formula", results, reads: [...reads], usesToday: results.some(({ usesToday }) => usesToday) };
  },
  reads: ({ reads }) => reads,
  writes: ({ results }) => results.map(({ target }) => ({ target, literals: undefined })),
  compile: ({ results, reads, usesToday }) => {
    const tests = results.map((result) => compileResult(result, reads));
    if (usesToday) return askingForToday(tests);
    return (tape) => {
      for (const test of tests) tape.write(op.compute, tape.test(test));
    };
  },
  explain: () => ({}),
};

function lowerResult({ formula: text, resultField }: FormulaItem, reads: Set<Slot>, lowering: Lowering): FormulaResult | undefined {
  const target = lowering.slot("Runtime", resultField);
  const type = (source: FieldSource, key: string): Slot["type"] | undefined => {
    const slot = lowering.slots.find((one) => one.source === source && one.key === key);
    if (slot !== undefined) reads.add(slot);
    return slot?.type;
  };
  const typed = typeFormula(text, { type });
  if (!typed.ok) return lowering.refuse(typed.problems[0].message);
  const given = typed.formula.type;
  if (target === undefined) return undefined;
  // A Float that has no fraction fits into an Integer field [NU8].
  if (!typeFits(given, target.type) && !(given === "Float" && target.type === "Integer")) {
    return lowering.refuse(`The formula gives a ${given}, which '${target.name}' cannot hold.`);
  }
  return { formula: typed.formula, usesToday: typed.usesToday, target };
}

/** [FO20] The day is requested from the host; the first response is that of the whole execution. The results are computed when it is taken in. */
function askingForToday(tests: readonly Test[]): EffectStep {
  return {
    timeoutMillis: 0,
    request: { effect: "today" },
    ask: (state, effects) => {
      try {
        const today = effects.today?.();
        if (today !== undefined) return [Number.isNaN(state.today) ? today : state.today];
        state.fail("EFFECTS_NEEDED", "This flow uses today(), and was run without a clock.");
      } catch (failure) {
        state.failEffect(failure, "EFFECTS_NEEDED");
      }
      return undefined;
    },
    takeIn: (state, [today]) => {
      state.today = Number(today);
      for (const test of tests) if (!test(state)) return;
    },
  };
}

/** [FO2] One result; false where it failed, with the fault in the state. */
function compileResult({ formula: typed, target }: FormulaResult, reads: readonly Slot[]): Test {
  const compiler = new FormulaCompiler((source, key) => {
    const slot = reads.find((one) => one.source === source && one.key === key);
    if (slot === undefined) throw new TypeError("A formula reads a field that it does not name");
    return slot;
  });
  const { place } = target;
  if (typed.type === "String") {
    const text = compiler.text(typed);
    return (state) => {
      const value = text(state);
      if (state.fault !== undefined) return false;
      state.texts[place] = value;
      return true;
    };
  }
  const number = compiler.number(typed);
  const store = typed.type === target.type ? storeAsIs : target.type === "Integer" ? storeWhole : storeFloat;
  return (state) => {
    const value = number(state);
    return state.fault === undefined && store(state, place, value);
  };
}

/** [NU8] */
function storeAsIs(state: State, place: number, value: number): boolean {
  state.numbers[place] = value;
  return true;
}

function storeWhole(state: State, place: number, value: number): boolean {
  if (value === value && !Number.isInteger(value)) state.fail("NOT_AN_INTEGER");
  else state.numbers[place] = value;
  return state.fault === undefined;
}

function storeFloat(state: State, place: number, value: number): boolean {
  const float = toFloat(value);
  if (float !== float && value === value) state.fail("NUMBER_OVERFLOW");
  else state.numbers[place] = float;
  return state.fault === undefined;
}
