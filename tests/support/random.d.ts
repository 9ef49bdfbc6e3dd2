/** Numbers that look random and are the same for the same seed, so that a run that failed can be run again. */
export interface Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number;
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly shuffle: <T>(list: readonly T[]) => T[];
}
export declare function createRandom(seed: number): Random;
