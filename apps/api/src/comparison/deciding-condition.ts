import type { HeldCondition } from "@airlock/contract";
import type { ExplainedNode } from "@airlock/engine";

type Item = HeldCondition["groups"][number][number];

/**
 * The comparison that changed the path of a row in the new flow: at the first node whose taken links differ, the item of a condition that holds in
 * one flow only, with the value that it compared. Undefined if no condition made the difference.
 */
export function decidingCondition(left: readonly ExplainedNode[], right: readonly ExplainedNode[]): Item | undefined {
  const others = new Map(right.map((step) => [step.nodeId, step]));
  for (const step of left) {
    const other = others.get(step.nodeId);
    if (other === undefined || takenIn(step) === takenIn(other)) continue;
    const before = new Map(step.links.map((link) => [link.linkId, link]));
    // A link that is no longer taken shows what it requires; a link that is newly taken shows what is met.
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

/** From the new flow. If the old flow has another condition, the first item that does not hold, or the first item if the condition holds. */
function differingItem(old: ExplainedNode["condition"], now: NonNullable<ExplainedNode["condition"]>): Item | undefined {
  if (old?.holds === now.holds) return undefined;
  const items = now.groups.flatMap((group, at) => group.map((item, place) => ({ item, was: old?.groups[at]?.[place] })));
  const found = items.find(({ item, was }) => was !== undefined && was.holds !== item.holds && item.holds === now.holds);
  const item = found?.item ?? items.find((one) => one.item.holds === now.holds)?.item;
  if (item === undefined) return undefined;
  const { values, ...right } = item.right;
  return { ...item, right: values === undefined ? right : { ...right, values: [...values] } };
}
