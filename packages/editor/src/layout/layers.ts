import { kinds, type FlowLink, type FlowNode } from "@airlock/flow";
import { columnCentre, type Column } from "./columns.ts";

/** A slot of a layer: a node, or a point through which a long link passes. */
export interface Slot {
  /** Undefined for a point of a link. */
  readonly node: FlowNode | undefined;
  readonly layer: number;
  /**
   * For a bend point: the ends of its link and its relative position between them. Links are drawn straight, so the point must be on that
   * line.
   */
  readonly along: { readonly source: Slot; readonly target: Slot; readonly share: number } | undefined;
  readonly before: Slot[];
  readonly after: Slot[];
  /** Index in its layer from the top; set by ordering. */
  order: number;
  /** Middle of the slot; found by placing. */
  y: number;
}

/** Layers from left to right, with a slot for each node and for each layer that a long link crosses. */
export function makeLayers(
  nodes: readonly FlowNode[],
  links: readonly FlowLink[],
  layerOf: ReadonlyMap<string, number>,
  columns: readonly Column[],
): readonly Slot[][] {
  const layers: Slot[][] = columns.map(() => []);
  const put = (node: FlowNode | undefined, layer: number, y: number, along?: Slot["along"]): Slot => {
    const slot: Slot = { node, layer, along, before: [], after: [], order: 0, y };
    layers[layer]?.push(slot);
    return slot;
  };
  const slots = new Map(nodes.map((node) => [node.id, put(node, layerOf.get(node.id) ?? 0, node.y)]));
  let points = 0;
  for (const { source, target } of shortestFirst(links, slots)) {
    const span = target.layer - source.layer;
    points += span - 1;
    // The longest links of a huge diagram get no bend points.
    if (points > maxPoints) break;
    let last = source;
    for (let step = 1; step < span; step += 1) {
      const share = shareAt(columns, source, target, source.layer + step);
      const point = put(undefined, source.layer + step, source.y + (target.y - source.y) * share, { source, target, share });
      join(last, point);
      last = point;
    }
    join(last, target);
  }
  return layers;
}

const maxPoints = 20_000;

/** The share of a link's length, from the right of its source to the left of its target, that is before the middle of this column. */
function shareAt(columns: readonly Column[], source: Slot, target: Slot, layer: number): number {
  const centre = (index: number): number => columnCentre(columns[index] ?? { left: 0, width: 0 });
  const from = centre(source.layer) + widthOf(source) / 2;
  const to = centre(target.layer) - widthOf(target) / 2;
  return (centre(layer) - from) / (to - from);
}

function widthOf({ node }: Slot): number {
  return node === undefined ? 0 : kinds[node.type].width;
}

interface Joined {
  readonly source: Slot;
  readonly target: Slot;
}

function shortestFirst(links: readonly FlowLink[], slots: ReadonlyMap<string, Slot>): readonly Joined[] {
  const joined = links.flatMap((link): Joined[] => {
    const source = slots.get(link.source);
    const target = slots.get(link.target);
    return source === undefined || target === undefined ? [] : [{ source, target }];
  });
  return joined.sort((a, b) => a.target.layer - a.source.layer - (b.target.layer - b.source.layer));
}

function join(from: Slot, to: Slot): void {
  from.after.push(to);
  to.before.push(from);
}

/** Each node after all that lead to it, as close to what follows as may be. Links must have no loops. */
export function findLayers(nodes: readonly FlowNode[], links: readonly FlowLink[]): ReadonlyMap<string, number> {
  const outgoing = new Map<string, string[]>(nodes.map((node) => [node.id, []]));
  const waiting = new Map<string, number>(nodes.map((node) => [node.id, 0]));
  for (const link of links) {
    outgoing.get(link.source)?.push(link.target);
    waiting.set(link.target, (waiting.get(link.target) ?? 0) + 1);
  }
  const layerOf = new Map<string, number>();
  const order: string[] = nodes.filter((node) => waiting.get(node.id) === 0).map((node) => node.id);
  for (const id of order) {
    const layer = layerOf.get(id) ?? 0;
    layerOf.set(id, layer);
    for (const target of outgoing.get(id) ?? []) {
      layerOf.set(target, Math.max(layerOf.get(target) ?? 0, layer + 1));
      const left = (waiting.get(target) ?? 1) - 1;
      waiting.set(target, left);
      if (left === 0) order.push(target);
    }
  }
  pullTogether(nodes, links, order, outgoing, layerOf);
  return layerOf;
}

/** A node without incoming links is placed right before its targets rather than far left; Start stays first. */
function pullTogether(
  nodes: readonly FlowNode[],
  links: readonly FlowLink[],
  order: readonly string[],
  outgoing: ReadonlyMap<string, readonly string[]>,
  layerOf: Map<string, number>,
): void {
  const led = new Set(links.map((link) => link.target));
  const starts = new Set(nodes.filter((node) => node.type === "Start").map((node) => node.id));
  for (const id of order.toReversed()) {
    const targets = outgoing.get(id) ?? [];
    if (led.has(id) || starts.has(id) || targets.length === 0) continue;
    layerOf.set(id, Math.min(...targets.map((target) => layerOf.get(target) ?? 0)) - 1);
  }
}
