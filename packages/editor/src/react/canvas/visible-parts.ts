import { nodeBox, type Box } from "../../document/bounds.ts";
import type { FlowDocument } from "../../document/flow-document.ts";
import { inPlace, outPlace } from "./link-path.ts";

/** From here on only what can be seen is drawn. */
export const drawAllBelow = 300;
const chunkSize = 128;

/** Ids in chunks that keep their members while one pans, so that a change draws its chunk again and no other. */
export interface Chunk {
  readonly key: number;
  readonly ids: readonly string[];
}

export interface VisibleParts {
  readonly nodes: readonly Chunk[];
  readonly links: readonly Chunk[];
}

export const nothingVisible: VisibleParts = { nodes: [], links: [] };

/** The parts inside the box. Those in `always` are drawn wherever they are: the selection may be dragged out of view. */
export function visibleParts(document: FlowDocument, box: Box, always: ReadonlySet<string>, before: VisibleParts): VisibleParts {
  const isAll = document.nodes.size < drawAllBelow;
  const nodes = chunked(document.nodes.toArray(), (node) => isAll || always.has(node.id) || touches(nodeBox(node), box), before.nodes);
  const links = chunked(
    document.links.toArray(),
    (link) => {
      const source = document.nodes.get(link.source);
      const target = document.nodes.get(link.target);
      if (source === undefined || target === undefined) return false;
      if (isAll || always.has(source.id) || always.has(target.id)) return true;
      const [from, to] = [outPlace(source), inPlace(target)];
      const around: Box = {
        left: Math.min(from.x, to.x) - 100,
        right: Math.max(from.x, to.x) + 100,
        top: Math.min(from.y, to.y),
        bottom: Math.max(from.y, to.y),
      };
      return touches(around, box);
    },
    before.links,
  );
  return nodes === before.nodes && links === before.links ? before : { nodes, links };
}

/** Unchanged chunks are the same objects, and so is the whole list if no chunk changed. */
function chunked<Item extends { readonly id: string }>(
  items: readonly Item[],
  isVisible: (item: Item) => boolean,
  before: readonly Chunk[],
): readonly Chunk[] {
  const known = new Map(before.map((chunk) => [chunk.key, chunk]));
  const chunks: Chunk[] = [];
  for (let from = 0; from < items.length; from += chunkSize) {
    const ids: string[] = [];
    for (let place = from; place < Math.min(from + chunkSize, items.length); place += 1) {
      const item = items[place];
      if (item !== undefined && isVisible(item)) ids.push(item.id);
    }
    if (ids.length === 0) continue;
    const key = from / chunkSize;
    const old = known.get(key);
    chunks.push(old !== undefined && isSameList(old.ids, ids) ? old : { key, ids });
  }
  return chunks.length === before.length && chunks.every((chunk, place) => chunk === before[place]) ? before : chunks;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, place) => id === b[place]);
}

function touches(a: Box, b: Box): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}

/** The box with this much more on each side. */
export function widened({ left, top, right, bottom }: Box, share: number): Box {
  const [x, y] = [(right - left) * share, (bottom - top) * share];
  return { left: left - x, top: top - y, right: right + x, bottom: bottom + y };
}

export function holds(outer: Box, inner: Box): boolean {
  return outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom;
}
