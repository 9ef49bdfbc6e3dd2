import type { Test } from "../run/state.ts";

/** What the runner can do. The numbers are those of its switch, which the host turns into a table of jumps. */
export const op = {
  /** word, bits, else: goes on when any of these links was taken. */
  arrive: 0,
  /** word, bits */
  take: 1,
  /** place, constant */
  setNumber: 2,
  /** place, word of text */
  setText: 3,
  /** place, constant: a sum that needs no bringing back */
  addPlain: 4,
  /** from, to, adding, first constant, one past the last, first reason or -1, fallback or -1 */
  rangeScore: 5,
  /** from, to, adding, first constant, list, first reason or -1, fallback or -1 */
  listText: 6,
  listNumber: 7,
  /** place, constant, else: goes on when the comparison holds, else goes there */
  ifEqual: 8,
  ifNotEqual: 9,
  ifGreater: 10,
  ifLess: 11,
  ifGreaterOrEqual: 12,
  ifLessOrEqual: 13,
  /** place, word of text, else */
  ifText: 14,
  ifNotText: 15,
  /** test, else */
  ifTest: 16,
  /** where to */
  jump: 17,
  /** Before the links of a node that have conditions. */
  beginAsking: 18,
  /** word, bits */
  takeAsked: 19,
  /** word, bits: when none of those asked was taken */
  takeOtherwise: 20,
  /** Nothing further until the world has answered. */
  askWorld: 21,
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
  /** place: what was loaded is stored as it is, as an Integer, as a Float */
  store: 31,
  storeWhole: 32,
  storeFloat: 33,
  /** from, to */
  copyText: 34,
  /** test: computes and stores by itself, and stops the tape where it failed */
  compute: 35,
} as const;

export type Op = (typeof op)[keyof typeof op];

/** An operand that was loaded before; places of slots are 0 and more, constants lie below. */
export const loaded = -1;
export const constantOperand = (index: number): number => -2 - index;

export type Rows = ReadonlyMap<string | number | undefined, number>;

/**
 * A plan laid out flat, since a server runs hundreds of plans in turn and what lies together comes into the processor's cache
 * together: operations and where they reach as small integers, numbers as doubles in the same piece of memory.
 */
export interface Tape {
  /** A little longer than what is run: the runner reads two entries ahead. */
  readonly code: Int32Array;
  readonly end: number;
  readonly constants: Float64Array;
  /** Literals and reason codes; an empty reason is none. */
  readonly words: readonly string[];
  readonly lists: readonly Rows[];
  readonly tests: readonly Test[];
}

/** Writes a tape. */
export class TapeWriter {
  readonly #code: number[] = [];
  readonly #constants: number[] = [];
  readonly #words: string[] = [];
  readonly #lists: Rows[] = [];
  readonly #tests: Test[] = [];

  /** Where the next operation will stand. */
  get place(): number {
    return this.#code.length;
  }

  write(operation: Op, ...entries: readonly number[]): void {
    this.#code.push(operation, ...entries);
  }

  /** Leaves the last entry, where it reaches to, for `reachHere`; answers where that entry stands. */
  writeOpen(operation: Op, ...entries: readonly number[]): number {
    return this.#code.push(operation, ...entries, NaN) - 1;
  }

  /** Lets open entries reach the place where the next operation will stand. */
  reachHere(open: readonly number[]): void {
    for (const at of open) this.#code[at] = this.#code.length;
  }

  /** The position of the first of these constants. */
  constants(values: readonly number[]): number {
    return append(this.#constants, values);
  }

  words(values: readonly string[]): number {
    return append(this.#words, values);
  }

  list(rows: Rows): number {
    return this.#lists.push(rows) - 1;
  }

  test(test: Test): number {
    return this.#tests.push(test) - 1;
  }

  finish(): Tape {
    const end = this.#code.length;
    const memory = new ArrayBuffer(this.#constants.length * 8 + (end + 2) * 4);
    const constants = new Float64Array(memory, 0, this.#constants.length);
    const code = new Int32Array(memory, this.#constants.length * 8);
    constants.set(this.#constants);
    code.set(this.#code);
    return { code, end, constants, words: this.#words, lists: this.#lists, tests: this.#tests };
  }
}

/** One by one: a table may have more rows than a call can have arguments. */
function append<Item>(list: Item[], items: readonly Item[]): number {
  const first = list.length;
  for (const item of items) list.push(item);
  return first;
}
