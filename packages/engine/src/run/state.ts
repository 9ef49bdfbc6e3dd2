import { EffectFailure } from "../effect-failure.ts";
import type { FaultCode } from "../fault.ts";
import { noLookups, type Lookups } from "./lookups.ts";

/** 30 links in a word: a small integer for V8, and five letters of the execution record. */
export const linksPerWord = 30;

export const wordOf = (link: number): number => Math.floor(link / linksPerWord);
export const bitOf = (link: number): number => 1 << (link % linksPerWord);

const noReasonCodes: readonly string[] = [];

/**
 * Everything that changes while a flow runs. A missing number is NaN and a missing text undefined: every comparison with NaN is false and
 * every operation on it returns NaN, which is exactly the semantics of a missing value.
 */
export class State {
  /** Only numbers, without holes: V8 then stores them unboxed. */
  readonly numbers: number[];
  readonly texts: (string | undefined)[];
  /** A bit for every link, by its index. */
  readonly taken: number[];
  reasonCodes: readonly string[] = noReasonCodes;
  /** Set by the first failure; nothing runs after the node that failed. */
  fault: string | undefined = undefined;
  /** The effect's own message, in addition to the code. */
  faultDetail: string | undefined = undefined;
  /** [FO20] The day of the execution, as the first node got it that used it; NaN before. */
  today = NaN;

  /** What the execution finds in lists. */
  lookups: Lookups = noLookups;

  constructor(numbers: number[], texts: (string | undefined)[], taken: number[]) {
    this.numbers = numbers;
    this.texts = texts;
    this.taken = taken;
  }

  isTaken(link: number): boolean {
    return ((this.taken[wordOf(link)] ?? 0) & bitOf(link)) !== 0;
  }

  countTaken(links: readonly number[]): number {
    return links.filter((link) => this.isTaken(link)).length;
  }

  /** [SC6] Each code once, in the order of first occurrence. */
  giveReason(code: string): void {
    // Few runs have more than a handful; an array that grows by `push` reserves room for sixteen more.
    if (this.reasonCodes.length === 0) this.reasonCodes = [code];
    else if (!this.reasonCodes.includes(code)) this.reasonCodes = [...this.reasonCodes, code];
  }

  /** The first fault is kept: later ones in the same expression are consequences of it. */
  fail(code: FaultCode, detail?: string): void {
    if (this.fault !== undefined) return;
    this.fault = code;
    this.faultDetail = detail;
  }

  /** [EF12] The fault, which is then no fault any more. */
  takeFault(): { readonly code: string; readonly detail: string | undefined } {
    const taken = { code: this.fault ?? "", detail: this.faultDetail };
    this.fault = undefined;
    this.faultDetail = undefined;
    return taken;
  }

  /** [EF10] What a cancelled effect reports is ignored. */
  cancel(): void {
    this.fault = "CANCELLED" satisfies FaultCode;
    this.faultDetail = undefined;
  }

  /** [EF9] An effect that fails reports it with an EffectFailure; the message of any other exception is not shown to callers. */
  failEffect(failure: unknown, code: FaultCode): void {
    if (!(failure instanceof EffectFailure)) this.fail(code);
    else if (this.fault === undefined) {
      this.fault = failure.code;
      this.faultDetail = failure.message;
    }
  }
}

export type Test = (state: State) => boolean;
