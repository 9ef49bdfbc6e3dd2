import type { FlowDocument } from "../document/flow-document.ts";

/** The selection, separate from the document: selecting is not an edit. Immutable, like the document. */
export interface Selection {
  readonly nodes: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
}

export const nothing: Selection = { nodes: new Set(), links: new Set() };

export function selectionOf(nodes: Iterable<string>, links: Iterable<string> = []): Selection {
  return { nodes: new Set(nodes), links: new Set(links) };
}

export function selectionSize(selection: Selection): number {
  return selection.nodes.size + selection.links.size;
}

/** Selecting adds. */
export function added(selection: Selection, more: Selection): Selection {
  return selectionOf([...selection.nodes, ...more.nodes], [...selection.links, ...more.links]);
}

/** Deselecting removes. */
export function without(selection: Selection, less: Selection): Selection {
  return selectionOf(
    [...selection.nodes].filter((id) => !less.nodes.has(id)),
    [...selection.links].filter((id) => !less.links.has(id)),
  );
}

/** Ctrl+click: selected parts are deselected, others are added. */
export function toggled(selection: Selection, these: Selection): Selection {
  return added(without(selection, these), without(these, selection));
}

export function everything(document: FlowDocument): Selection {
  return selectionOf(
    document.nodes.toArray().map((node) => node.id),
    document.links.toArray().map((link) => link.id),
  );
}

/** What of it still exists; the very same selection where all of it does. */
export function existing(selection: Selection, document: FlowDocument): Selection {
  const nodes = [...selection.nodes].filter((id) => document.nodes.has(id));
  const links = [...selection.links].filter((id) => document.links.has(id));
  const isWhole = nodes.length === selection.nodes.size && links.length === selection.links.size;
  return isWhole ? selection : selectionOf(nodes, links);
}

export function isSameSelection(a: Selection, b: Selection): boolean {
  return a === b || (a.nodes.size === b.nodes.size && a.links.size === b.links.size && selectionSize(without(a, b)) === 0);
}
