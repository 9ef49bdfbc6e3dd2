import { limits, usedLists, type FlowLink, type FlowList, type FlowNode } from "@airlock/flow";
import type { FlowDocument } from "./flow-document.ts";

/**
 * The lists that conditions, Lookups and formulas may name: those of the flow, then the others of the organisation. A list keeps its name
 * in the flow. One that was deleted is replaced by the organisation's list of the same name.
 */
export function listsInReach({ lists }: Pick<FlowDocument, "lists">, offered: readonly FlowList[]): readonly FlowList[] {
  const ids = new Set(offered.map(({ listId }) => listId));
  const own = lists.map((list) =>
    ids.has(list.listId) ? followed(list) : (offered.find(({ name }) => name === list.name) ?? followed(list)),
  );
  const isOwn = (list: FlowList): boolean => own.some(({ listId, name }) => listId === list.listId || name === list.name);
  return [...own, ...offered.filter((list) => !isOwn(list))];
}

/** A version of the solution may pin a list; the draft follows all lists. */
function followed(list: FlowList): FlowList {
  const { version, ...rest } = list;
  return version === undefined ? list : rest;
}

/** The document with exactly the lists that it names, as far as they are known; the same document where it has them already. */
export function settleLists(document: FlowDocument, offered: readonly FlowList[]): FlowDocument {
  if (document.lists.length === 0 && offered.length === 0) return document;
  const used = new Set([...document.nodes.toArray(), ...document.links.toArray()].flatMap(usedListsOf));
  const lists = listsInReach(document, offered)
    .filter(({ name }) => used.has(name))
    .slice(0, limits.lists);
  const isSame = lists.length === document.lists.length && lists.every((list, index) => list === document.lists[index]);
  return isSame ? document : { ...document, lists };
}

/** An edit changes few of the nodes; formulas of the others are not read again. */
const known = new WeakMap<FlowNode | FlowLink, readonly string[]>();

function usedListsOf(part: FlowNode | FlowLink): readonly string[] {
  const names = known.get(part) ?? usedLists(part);
  known.set(part, names);
  return names;
}
