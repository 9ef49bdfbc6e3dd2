import type { FlowLink } from "@airlock/flow";
import type { FlowDocument } from "./flow-document.ts";
import type { Table } from "./table.ts";

interface LinkIds {
  readonly incoming: string[];
  readonly outgoing: string[];
}
type LinkIndex = ReadonlyMap<string, LinkIds>;

export interface NodeLinks {
  readonly incoming: readonly FlowLink[];
  readonly outgoing: readonly FlowLink[];
}

const indexes = new WeakMap<Table<FlowLink>, LinkIndex>();

/** The links of a node, in the document's order. */
export function linksOf(document: FlowDocument, nodeId: string): NodeLinks {
  const ids = indexOf(document.links).get(nodeId);
  const all = (list: readonly string[] = []): readonly FlowLink[] => list.flatMap((id) => document.links.get(id) ?? []);
  return { incoming: all(ids?.incoming), outgoing: all(ids?.outgoing) };
}

/** The index has ids only, so it stays valid if links change in anything but their ends. */
export function keepLinkIndex(before: Table<FlowLink>, after: Table<FlowLink>): void {
  const index = indexes.get(before);
  if (index === undefined || indexes.has(after)) return;
  const { added, removed, changed } = after.changesSince(before);
  if (added.length > 0 || removed.length > 0 || !after.hasSameOrder(before)) return;
  const isReshaped = changed.some((id) => {
    const [old, now] = [before.get(id), after.get(id)];
    return old?.source !== now?.source || old?.target !== now?.target;
  });
  if (!isReshaped) indexes.set(after, index);
}

function indexOf(links: Table<FlowLink>): LinkIndex {
  const known = indexes.get(links);
  if (known !== undefined) return known;
  const index = new Map<string, LinkIds>();
  const entry = (nodeId: string): LinkIds => {
    const found = index.get(nodeId) ?? { incoming: [], outgoing: [] };
    index.set(nodeId, found);
    return found;
  };
  for (const link of links.toArray()) {
    entry(link.source).outgoing.push(link.id);
    entry(link.target).incoming.push(link.id);
  }
  indexes.set(links, index);
  return index;
}
