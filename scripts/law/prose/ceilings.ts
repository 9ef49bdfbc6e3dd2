/** The greatest count that an area may have. */
export type Ceilings = Readonly<Record<string, number>>;

export interface Verdict {
  readonly name: string;
  readonly count: number;
  readonly ceiling: number;
  readonly isOver: boolean;
}

/** An area without a ceiling may have none of the words. */
export function judge(counts: Readonly<Record<string, number>>, ceilings: Ceilings): readonly Verdict[] {
  return Object.entries(counts).map(([name, count]) => {
    const ceiling = ceilings[name] ?? 0;
    return { name, count, ceiling, isOver: count > ceiling };
  });
}

/** Ceilings for these counts. None rises, and areas that are no longer counted lose theirs. */
export function lowered(counts: Readonly<Record<string, number>>, ceilings: Ceilings): Ceilings {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Math.min(count, ceilings[name] ?? 0)]));
}
