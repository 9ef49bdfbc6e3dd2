import type { DashboardItem } from "@airlock/contract";
import { compact } from "./grid/grid.ts";

/** Equal layouts have equal texts, whatever order the fields came in. */
function textOf({ i, x, y, w, h, config }: DashboardItem): string {
  const { type, key, range, granularity, start, end, title, location } = config;
  return JSON.stringify([i, x, y, w, h, type, key, range, granularity, start, end, title, location]);
}

export function sameItems(one: readonly DashboardItem[], other: readonly DashboardItem[]): boolean {
  return (
    one.length === other.length && one.every((item, index) => textOf(item) === textOf(other[index] ?? item) && other[index] !== undefined)
  );
}

/**
 * Merges the changes that two windows made to the same dashboard. Additions, removals and changes of either side are kept; where both changed the
 * same widget, `mine` wins.
 */
export function mergeItems(
  base: readonly DashboardItem[],
  mine: readonly DashboardItem[],
  theirs: readonly DashboardItem[],
): readonly DashboardItem[] {
  const before = new Map(base.map((item) => [item.i, textOf(item)]));
  const byTheirs = new Map(theirs.map((item) => [item.i, item]));
  const byMine = new Map(mine.map((item) => [item.i, item]));
  const kept = mine.flatMap((item) => {
    const other = byTheirs.get(item.i);
    const was = before.get(item.i);
    const changedHere = was !== textOf(item);
    if (other !== undefined) return [changedHere ? item : other];
    // Removed there: kept only if it is new here.
    return was === undefined ? [item] : [];
  });
  const added = theirs.filter((item) => !byMine.has(item.i) && !before.has(item.i));
  return compact([...kept, ...added]);
}
