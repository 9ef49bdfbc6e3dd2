import type { TypedFormula } from "@airlock/flow";
import { toFloat } from "../number.ts";
import type { ListUse, Slot } from "../program/parts.ts";
import type { State, Test } from "../run/state.ts";
import { FormulaCompiler } from "./compile-formula.ts";

/** The fields and lists that formulas read. */
export interface FormulaSources {
  readonly reads: readonly Slot[];
  readonly lists: readonly ListUse[];
}

interface FormulaResult {
  readonly formula: TypedFormula;
  readonly target: Slot;
}

/** [FO2] Computes a formula and stores its result; false where it failed, with the fault in the state. */
export function compileResult({ formula: typed, target }: FormulaResult, reads: FormulaSources): Test {
  const compiler = formulaCompiler(reads);
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

/** For formulas that read no other fields and lists than these. */
export function formulaCompiler({ reads, lists }: FormulaSources): FormulaCompiler {
  return new FormulaCompiler(
    (source, key) => {
      const slot = reads.find((one) => one.source === source && one.key === key);
      if (slot === undefined) throw new TypeError("A formula reads a field that it does not name");
      return slot;
    },
    (name) => {
      const list = lists.find((one) => one.name === name);
      if (list === undefined) throw new TypeError("A formula reads a list that it does not name");
      return list;
    },
  );
}
