import { recordedLookups, type Lookups } from "../run/lookups.ts";
import type { EffectResult } from "../run/effect-step.ts";

/**
 * [RE6] Precede the responses of effects: one entry with the number of keys that were looked up and the version of each list, and one for
 * each of these keys, with the index of its list, the key, 1 or 0 for found or not, and the values of the columns that the flow reads.
 */
export function lookupAnswers({ versions, found }: Lookups): readonly EffectResult[] {
  if (versions.length === 0) return [];
  return [[found.length, ...versions], ...found.map(({ list, key, row }) => (row === undefined ? [list, key, 0] : [list, key, 1, ...row]))];
}

/** For a flow with lists. Without lookups if the execution failed before its lists were opened. */
export function splitAnswers(all: readonly EffectResult[]): {
  readonly lookups: Lookups | undefined;
  readonly answers: readonly EffectResult[];
} {
  const [head, ...others] = all;
  if (head === undefined) return { lookups: undefined, answers: [] };
  const [count, ...versions] = head.map(Number);
  const found = others.slice(0, count).map(([list, key, isFound, ...row]) => ({
    list: Number(list),
    key: String(key),
    row: isFound === 1 ? row : undefined,
  }));
  return { lookups: recordedLookups(versions, found), answers: others.slice(count) };
}
