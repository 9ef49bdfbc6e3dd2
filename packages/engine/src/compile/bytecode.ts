import type { Test } from "../run/state.ts";

/**
 * Opcodes. Each number is a case of the switch in `runBytecode`, which V8 compiles to a jump table. Comments list the entries that follow
 * the opcode.
 */
export const op = {
  /** word, bits, else: continues if any of these links was taken */
  arrive: 0,
  /** word, bits */
  take: 1,
  /** slot, constant */
  setNumber: 2,
  /** slot, string constant */
  setText: 3,
  /** slot, constant: adds without normalising */
  addPlain: 4,
  /** from, to, adding, first constant, one past the last, first reason or -1, fallback or -1 */
  rangeScore: 5,
  /** from, to, adding, first constant, list, first reason or -1, fallback or -1 */
  listText: 6,
  listNumber: 7,
  /** slot, constant, else: continues if the comparison holds, otherwise jumps to `else` */
  ifEqual: 8,
  ifNotEqual: 9,
  ifGreater: 10,
  ifLess: 11,
  ifGreaterOrEqual: 12,
  ifLessOrEqual: 13,
  /** slot, string constant, else */
  ifText: 14,
  ifNotText: 15,
  /** test, else */
  ifTest: 16,
  /** target */
  jump: 17,
  /** Before the conditional links of a node. */
  beginConditional: 18,
  /** word, bits */
  takeConditional: 19,
  /** word, bits: if no conditional link was taken */
  takeOtherwise: 20,
  /** Stops until the effect has completed. */
  requestEffect: 21,
  /** operand */
  load: 22,
  /** operand, operand: the result is loaded */
  add: 23,
  subtract: 24,
  multiply: 25,
  divide: 26,
  power: 27,
  addWhole: 28,
  subtractWhole: 29,
  multiplyWhole: 30,
  /** slot: stores the loaded value unchanged, as an Integer, as a Float */
  store: 31,
  storeWhole: 32,
  storeFloat: 33,
  /** from, to */
  copyText: 34,
  /** test: computes and stores by itself, and stops the run if it failed */
  compute: 35,
} as const;

export type Op = (typeof op)[keyof typeof op];

/** An operand that was loaded before. Slots are 0 and more, constants are -2 and less. */
export const loaded = -1;
export const constantOperand = (index: number): number => -2 - index;

export type Rows = ReadonlyMap<string | number | undefined, number>;

/**
 * A compiled plan. It is flat because a server runs hundreds of plans in turn, and adjacent data is loaded into the processor's cache
 * together: operations and jump targets are small integers, and constants are doubles in the same buffer.
 */
export interface Bytecode {
  /** Two entries longer than `end`: the interpreter reads two entries ahead. */
  readonly code: Int32Array;
  readonly end: number;
  readonly constants: Float64Array;
  /** Literals and reason codes; an empty reason code is none. */
  readonly strings: readonly string[];
  readonly lists: readonly Rows[];
  readonly tests: readonly Test[];
}

export class BytecodeWriter {
  readonly #code: number[] = [];
  readonly #constants: number[] = [];
  readonly #strings: string[] = [];
  readonly #lists: Rows[] = [];
  readonly #tests: Test[] = [];

  /** The index of the next operation. */
  get place(): number {
    return this.#code.length;
  }

  write(operation: Op, ...entries: readonly number[]): void {
    this.#code.push(operation, ...entries);
  }

  /** Writes an operation with an unresolved jump target as its last entry, and returns the index of that entry for `patchHere`. */
  emitJump(operation: Op, ...entries: readonly number[]): number {
    return this.#code.push(operation, ...entries, NaN) - 1;
  }

  /** Resolves open jump targets to the next operation. */
  patchHere(open: readonly number[]): void {
    for (const at of open) this.#code[at] = this.#code.length;
  }

  /** The index of the first of these constants. */
  constants(values: readonly number[]): number {
    return append(this.#constants, values);
  }

  strings(values: readonly string[]): number {
    return append(this.#strings, values);
  }

  list(rows: Rows): number {
    return this.#lists.push(rows) - 1;
  }

  test(test: Test): number {
    return this.#tests.push(test) - 1;
  }

  finish(): Bytecode {
    const end = this.#code.length;
    const memory = new ArrayBuffer(this.#constants.length * 8 + (end + 2) * 4);
    const constants = new Float64Array(memory, 0, this.#constants.length);
    const code = new Int32Array(memory, this.#constants.length * 8);
    constants.set(this.#constants);
    code.set(this.#code);
    return { code, end, constants, strings: this.#strings, lists: this.#lists, tests: this.#tests };
  }
}

/** One by one: a table may have more rows than a call can have arguments. */
function append<Item>(list: Item[], items: readonly Item[]): number {
  const first = list.length;
  for (const item of items) list.push(item);
  return first;
}
