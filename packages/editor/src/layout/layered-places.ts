import { kinds, type FlowLink, type FlowNode } from "@airlock/flow";
import { boxAround, onGrid, type Point } from "../document/bounds.ts";
import { withoutLoops } from "../document/without-loops.ts";
import { columnCentre, columnsOf } from "./columns.ts";
import { findLayers, makeLayers } from "./layers.ts";
import { orderLayers } from "./order-layers.ts";
import { placeLayers } from "./place-layers.ts";

/** Of nodes without links: 150 wide with 75 to the next. */
const columnWidth = 225;
const widest = 150;
const rowHeight = 100;

/**
 * A tidy position for each node: columns from left to right along the links, few crossings, straight links, everything on the grid. Start
 * (or else the top left corner) keeps its position, so that the diagram does not drift. `pillWidth` is the width of a link's pill, 0 if it
 * has none.
 */
export function layeredPlaces(
  nodes: readonly FlowNode[],
  links: readonly FlowLink[],
  pillWidth: (link: FlowLink) => number,
): ReadonlyMap<string, Point> {
  const sound = withoutLoops(
    nodes.map((node) => node.id),
    links,
  );
  const linked = new Set(sound.flatMap((link) => [link.source, link.target]));
  const inFlow = nodes.filter((node) => linked.has(node.id));
  const layerOf = findLayers(inFlow, sound);
  const columns = columnsOf(inFlow, sound, layerOf, pillWidth);
  const layers = makeLayers(inFlow, sound, layerOf, columns);
  orderLayers(layers);
  placeLayers(layers);
  const places = new Map<string, Point>();
  for (const [index, column] of columns.entries()) {
    for (const { node, y } of layers[index] ?? []) {
      if (node === undefined) continue;
      const { width, height } = kinds[node.type];
      places.set(node.id, { x: columnCentre(column) - width / 2, y: y - height / 2 });
    }
  }
  placeUnlinked(
    nodes.filter((node) => !linked.has(node.id)),
    layers.length,
    places,
  );
  return anchored(nodes, places);
}

/** Nodes without links are placed in rows below the rest, in their previous order. */
function placeUnlinked(nodes: readonly FlowNode[], columns: number, places: Map<string, Point>): void {
  const lowest = Math.max(-rowHeight, ...[...places.values()].map((place) => place.y));
  const across = Math.max(columns, 5);
  const sorted = nodes.toSorted((a, b) => a.y - b.y || a.x - b.x);
  for (const [place, node] of sorted.entries()) {
    const { width } = kinds[node.type];
    const [column, row] = [place % across, Math.floor(place / across)];
    places.set(node.id, { x: column * columnWidth + (widest - width) / 2, y: lowest + rowHeight * (row + 1) });
  }
}

function anchored(nodes: readonly FlowNode[], places: ReadonlyMap<string, Point>): ReadonlyMap<string, Point> {
  const start = nodes.find((node) => node.type === "Start");
  const placed = start === undefined ? undefined : places.get(start.id);
  const before = boxAround(nodes);
  const after = boxAround(nodes.map((node) => ({ ...node, ...places.get(node.id) })));
  if (before === undefined || after === undefined) return places;
  const dx = start !== undefined && placed !== undefined ? start.x - placed.x : before.left - after.left;
  const dy = start !== undefined && placed !== undefined ? start.y - placed.y : before.top - after.top;
  return new Map([...places].map(([id, { x, y }]) => [id, { x: onGrid(x + dx), y: onGrid(y + dy) }]));
}
