/** Pseudo-random numbers that are the same for the same seed, so that a failed run can be reproduced. */
export interface Random {
  /** In [0, 1). */
  readonly next: () => number;
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly shuffle: <T>(list: readonly T[]) => T[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(from: readonly T[]): T => {
    const chosen = from[Math.floor(next() * from.length)];
    if (chosen === undefined) throw new Error("There is nothing to pick from.");
    return chosen;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick,
    shuffle: <T>(list: readonly T[]) => {
      const shuffled = [...list];
      for (let index = shuffled.length - 1; index > 0; index -= 1) {
        const other = Math.floor(next() * (index + 1));
        const [a, b] = [shuffled[index], shuffled[other]];
        // Both indexes are inside the list.
        shuffled[index] = b as T;
        shuffled[other] = a as T;
      }
      return shuffled;
    },
  };
}
