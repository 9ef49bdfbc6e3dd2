import type { HeldCondition } from "@airlock/contract";
import type { ExplainedNode } from "@airlock/engine";

type Item = HeldCondition["groups"][number][number];

/**
 * The comparison that sent a row another way in the new flow: at the first node whose links were not taken alike, the item of a condition
 * that holds in one flow only, with the value that it compared. Undefined where no condition made the difference.
 */
export function decidingCondition(left: readonly ExplainedNode[], right: readonly ExplainedNode[]): Item | undefined {
  const others = new Map(right.map((step) => [step.nodeId, step]));
  for (const step of left) {
    const other = others.get(step.nodeId);
    if (other === undefined || takenIn(step) === takenIn(other)) continue;
    const before = new Map(step.links.map((link) => [link.linkId, link]));
    // The link that the row lost says what it needs; one that it gained says what it meets.
    const lost = other.links.filter(({ linkId, taken }) => !taken && before.get(linkId)?.taken === true);
    const gained = other.links.filter(({ linkId, taken }) => taken && before.get(linkId)?.taken !== true);
    for (const { linkId, condition } of [...lost, ...gained]) {
      const item = condition && differingItem(before.get(linkId)?.condition, condition);
      if (item !== undefined) return item;
    }
    return other.condition && differingItem(step.condition, other.condition);
  }
  return undefined;
}

function takenIn({ links }: ExplainedNode): string {
  return links.flatMap(({ linkId, taken }) => (taken ? [linkId] : [])).join(" ");
}

/** As the new flow has it. Where the old flow has another condition, the first item that misses, or the first of one that holds. */
function differingItem(old: ExplainedNode["condition"], now: NonNullable<ExplainedNode["condition"]>): Item | undefined {
  if (old?.holds === now.holds) return undefined;
  const items = now.groups.flatMap((group, at) => group.map((item, place) => ({ item, was: old?.groups[at]?.[place] })));
  const found = items.find(({ item, was }) => was !== undefined && was.holds !== item.holds && item.holds === now.holds);
  const item = found?.item ?? items.find((one) => one.item.holds === now.holds)?.item;
  if (item === undefined) return undefined;
  const { values, ...right } = item.right;
  return { ...item, right: values === undefined ? right : { ...right, values: [...values] } };
}
