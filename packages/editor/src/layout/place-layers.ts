import { gridSize } from "@airlock/flow";
import type { Slot } from "./layers.ts";

const sweeps = 18;
const clearing = 6;
/** The weight of a link's point relative to a node's preferred height: low during the first sweeps, dominant in the last. */
const early = 4;
const late = 1_000;

/** From middle to middle: a node is 50 high with 50 to the next; links that pass need less. */
const besideNodes = 100;
const besideLinks = 25;
const mixed = 75;

/** Sets the height of each slot: as near to its linked slots as its neighbours allow. */
export function placeLayers(layers: readonly Slot[][]): void {
  for (const layer of layers) {
    let y = 0;
    for (const [place, slot] of layer.entries()) {
      y = place === 0 ? 0 : y + apart(layer[place - 1], slot);
      slot.y = y;
    }
  }
  for (let sweep = 0; sweep < sweeps + clearing; sweep += 1) {
    const forth = sweep % 2 === 0;
    for (const layer of forth ? layers : layers.toReversed()) {
      // In the last sweeps nodes keep their position and only make way.
      const wishes = layer.map((slot) => onLine(slot) ?? (sweep < sweeps ? amongNeighbours(slot, forth, sweep >= sweeps - 4) : slot.y));
      settle(layer, wishes, sweep < sweeps / 2 ? early : late);
    }
  }
  for (const layer of layers) toGrid(layer);
}

/** Where the line of its link passes; undefined for nodes. */
function onLine({ along }: Slot): number | undefined {
  return along && along.source.y + (along.target.y - along.source.y) * along.share;
}

/** The median of its neighbours: of those on one side while sweeping, of all of them in the end. */
function amongNeighbours(slot: Slot, forth: boolean, isLast: boolean): number {
  const near = isLast ? [...slot.before, ...slot.after] : forth ? slot.before : slot.after;
  if (near.length === 0) return slot.y;
  const heights = near.map((other) => other.y).sort((a, b) => a - b);
  const low = heights[Math.floor((heights.length - 1) / 2)] ?? slot.y;
  const high = heights[Math.floor(heights.length / 2)] ?? slot.y;
  return (low + high) / 2;
}

/**
 * The heights nearest to the preferred ones that keep order and distance: slots that would overlap are merged into a block, which is placed
 * at the weighted mean of its members' preferences.
 */
function settle(layer: readonly Slot[], wishes: readonly number[], linkWeight: number): void {
  const offsets: number[] = [];
  for (const [place, slot] of layer.entries()) offsets.push(place === 0 ? 0 : (offsets[place - 1] ?? 0) + apart(layer[place - 1], slot));
  const blocks: { sum: number; weight: number; from: number; past: number }[] = [];
  for (const [place, slot] of layer.entries()) {
    // A link cannot bend around a node, so nodes make way for links.
    const weight = slot.node === undefined ? linkWeight : 1;
    let block = { sum: ((wishes[place] ?? 0) - (offsets[place] ?? 0)) * weight, weight, from: place, past: place + 1 };
    for (let above = blocks.at(-1); above !== undefined && above.sum / above.weight > block.sum / block.weight; above = blocks.at(-1)) {
      blocks.pop();
      block = { sum: above.sum + block.sum, weight: above.weight + block.weight, from: above.from, past: block.past };
    }
    blocks.push(block);
  }
  for (const { sum, weight, from, past } of blocks) {
    for (const [index, slot] of layer.slice(from, past).entries()) slot.y = sum / weight + (offsets[from + index] ?? 0);
  }
}

function toGrid(layer: readonly Slot[]): void {
  for (const [place, slot] of layer.entries()) {
    const above = layer[place - 1];
    const least = above === undefined ? -Infinity : above.y + apart(above, slot);
    slot.y = Math.max(least, Math.round(slot.y / gridSize) * gridSize + 0);
  }
}

function apart(above: Slot | undefined, slot: Slot): number {
  if (above?.node !== undefined && slot.node !== undefined) return besideNodes;
  return above?.node === slot.node ? besideLinks : mixed;
}
