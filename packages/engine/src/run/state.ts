import type { FaultCode } from "./fault.ts";

/** 31 links to a word: a word is then always a small integer to the host. */
export const linksPerWord = 31;

/**
 * Everything that changes while a flow runs. A missing number is NaN and a missing text undefined: every comparison with NaN is
 * false and every operation on it gives NaN, which is just what a missing value must do.
 */
export class State {
  readonly numbers: number[];
  readonly texts: (string | undefined)[];
  readonly reasonCodes: string[] = [];
  /** A bit for every link, by its index. */
  readonly taken: number[];
  /** How many taken links lead to each node. */
  readonly arrivals: number[];
  /** Set by the first thing that goes wrong; nothing runs after the node in which it did. */
  fault: FaultCode | undefined = undefined;
  /** What the effect said of its failure, if it was one. */
  faultDetail: string | undefined = undefined;

  constructor(numbers: number[], texts: (string | undefined)[], taken: number[], arrivals: number[]) {
    this.numbers = numbers;
    this.texts = texts;
    this.taken = taken;
    this.arrivals = arrivals;
  }

  /** [SC6] Each code once, where it was first given. */
  giveReason(code: string): void {
    if (!this.reasonCodes.includes(code)) this.reasonCodes.push(code);
  }

  /** The first fault stays: what follows from it in the same expression is no news. */
  fail(code: FaultCode): void {
    this.fault ??= code;
  }
}

export type Run = (state: State) => void;
export type Test = (state: State) => boolean;
export type NumberOf = (state: State) => number;
