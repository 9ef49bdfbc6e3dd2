export interface SmallBar {
  /** From 0 to 1 along the width. */
  readonly from: number;
  readonly to: number;
  /** From 0 to 1, the tallest. */
  readonly tall: number;
  readonly title?: string;
  /** It counts all values without a bar of their own. */
  readonly isOthers?: boolean;
}

/** Bars of equal width, in order. */
export function evenBars(counts: readonly number[]): readonly SmallBar[] {
  const top = counts.reduce((highest, count) => Math.max(highest, count), 1);
  return counts.map((count, at) => ({ from: at / counts.length, to: (at + 1) / counts.length, tall: count / top }));
}
