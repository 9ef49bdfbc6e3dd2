export interface Orders {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}
type Side = Exclude<keyof Orders, "base">;

/** The side whose order is taken: of the one that moved what was there before, else theirs. "conflict" where both moved it differently. */
export function orderTaken({ base, mine, theirs }: Orders): Side | "conflict" {
  const isMoved = (side: readonly string[]) => !isSameOrder(base, side);
  if (!isMoved(mine)) return "theirs";
  if (!isMoved(theirs)) return "mine";
  return isSameOrder(mine, theirs) ? "theirs" : "conflict";
}

/** All keys in the order of one side. A key that only the other side has is before the one that it precedes there. */
export function mergedOrder({ mine, theirs }: Orders, side: Side): readonly string[] {
  const [taken, other] = side === "mine" ? [mine, theirs] : [theirs, mine];
  const merged = [...taken];
  const has = new Set(taken);
  let next = merged.length;
  for (const key of other.toReversed()) {
    if (has.has(key)) next = merged.indexOf(key);
    else merged.splice(next, 0, key);
  }
  return merged;
}

/** Whether the keys that both have are in the same order. */
function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  const [inOne, inOther] = [new Set(one), new Set(other)];
  const common = other.filter((key) => inOne.has(key));
  return one.filter((key) => inOther.has(key)).every((key, at) => key === common[at]);
}
