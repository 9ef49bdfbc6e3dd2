import type { Definition, FlowList } from "../definition.ts";

/**
 * The flow with the lists of its sub-flows among its own, as a frozen flow has them, so that hosts find all lists in one place. A list that the
 * flow has already, by its id, stays as it is; others keep the version that the sub-flow pins.
 */
export function withListsOfSubFlows(definition: Definition): Definition {
  const lists = [...(definition.lists ?? [])];
  for (const { list, solution } of listsInside(definition)) {
    if (lists.some(({ listId }) => listId === list.listId)) continue;
    lists.push({ ...list, name: freeName(list.name, solution, new Set(lists.map(({ name }) => name))) });
  }
  return lists.length === (definition.lists ?? []).length ? definition : { ...definition, lists };
}

function listsInside({ subFlows = [] }: Definition): readonly { readonly list: FlowList; readonly solution: string }[] {
  return subFlows.flatMap(({ solutionName, definition }) => [
    ...(definition.lists ?? []).map((list) => ({ list, solution: solutionName })),
    ...listsInside(definition),
  ]);
}

/** Two lists of a flow have different names, also where a list was renamed and another has its name now. */
function freeName(name: string, solution: string, used: ReadonlySet<string>): string {
  if (!used.has(name)) return name;
  const own = `${name} (${solution})`;
  for (let number = 2; ; number += 1) {
    const candidate = number === 2 ? own : `${own} ${number - 1}`;
    if (!used.has(candidate)) return candidate;
  }
}
