import type { Slot } from "./layers.ts";

const maxSweeps = 12;
const patience = 3;

/**
 * Orders each layer to reduce crossings: slots move to the median of their neighbours, sweeping forth and back. Starts with the current
 * order, so that a tidy diagram keeps it.
 */
export function orderLayers(layers: readonly Slot[][]): void {
  for (const layer of layers) number(layer.sort((a, b) => a.y - b.y));
  let best = remember(layers);
  let fewest = crossings(layers);
  let idle = 0;
  for (let sweep = 0; sweep < maxSweeps && fewest > 0 && idle < patience; sweep += 1) {
    const forth = sweep % 2 === 0;
    for (const layer of forth ? layers : layers.toReversed()) {
      const wish = new Map(layer.map((slot) => [slot, middle(forth ? slot.before : slot.after) ?? slot.order]));
      number(layer.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0) || a.order - b.order));
    }
    const count = crossings(layers);
    idle += 1;
    if (count < fewest) {
      [fewest, idle] = [count, 0];
      best = remember(layers);
    }
  }
  for (const layer of layers) {
    for (const slot of layer) slot.order = best.get(slot) ?? slot.order;
    layer.sort((a, b) => a.order - b.order);
  }
}

function number(layer: readonly Slot[]): void {
  for (const [order, slot] of layer.entries()) slot.order = order;
}

function remember(layers: readonly Slot[][]): ReadonlyMap<Slot, number> {
  return new Map(layers.flatMap((layer) => layer.map((slot): [Slot, number] => [slot, slot.order])));
}

function middle(slots: readonly Slot[]): number | undefined {
  return slots.length === 0 ? undefined : slots.reduce((sum, slot) => sum + slot.order, 0) / slots.length;
}

/** Pairs of links between neighbouring layers that cross, counted with a tree of sums. */
function crossings(layers: readonly Slot[][]): number {
  let count = 0;
  for (const [index, layer] of layers.entries()) {
    const size = layers[index + 1]?.length ?? 0;
    const sums = Array.from({ length: size + 1 }, () => 0);
    let seen = 0;
    for (const slot of layer) {
      const targets = slot.after.map((target) => target.order).sort((a, b) => a - b);
      for (const target of targets) {
        let before = 0;
        for (let at = target + 1; at > 0; at -= at & -at) before += sums[at] ?? 0;
        count += seen - before;
      }
      for (const target of targets) {
        seen += 1;
        for (let at = target + 1; at <= size; at += at & -at) sums[at] = (sums[at] ?? 0) + 1;
      }
    }
  }
  return count;
}
