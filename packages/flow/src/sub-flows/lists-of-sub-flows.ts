import type { Definition, FlowList } from "../definition.ts";

/**
 * The flow with the lists of its sub-flows among its own, as in a frozen flow, so that hosts find all lists together. A version that a
 * sub-flow pins is pinned for the whole flow: an execution uses one version of a list.
 */
export function withListsOfSubFlows(definition: Definition): Definition {
  const pinned = pinnedBySubFlows(definition);
  const inside = listsInside(definition);
  if (inside.length === 0) return definition;
  const lists = (definition.lists ?? []).map((list) => withPin(list, pinned.get(list.listId)));
  for (const list of inside) {
    if (lists.some(({ listId }) => listId === list.listId)) continue;
    const name = freeName(list.name, new Set(lists.map((one) => one.name)));
    lists.push(withPin({ ...list, name }, pinned.get(list.listId)));
  }
  return { ...definition, lists };
}

/** By list id: the version that sub-flows pin. The validator refuses flows whose sub-flows pin different ones. */
export function pinnedBySubFlows(definition: Definition): ReadonlyMap<string, number> {
  return new Map(listsInside(definition).flatMap(({ listId, version }) => (version === undefined ? [] : [[listId, version] as const])));
}

/** The lists of all sub-flows, including nested ones. A list may be repeated. */
export function listsInside({ subFlows = [] }: Definition): readonly FlowList[] {
  return subFlows.flatMap(({ definition }) => [...(definition.lists ?? []), ...listsInside(definition)]);
}

function withPin(list: FlowList, version: number | undefined): FlowList {
  return version === undefined ? list : { ...list, version };
}

/** Two lists of a flow have different names, also where a list was renamed and another has its name now. */
function freeName(name: string, used: ReadonlySet<string>): string {
  // Short enough that the number fits into a name.
  const stem = name.slice(0, 180).toWellFormed();
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${stem} (${number})`;
    if (!used.has(candidate)) return candidate;
  }
}
