import { versionsInEffect } from "@airlock/backend/lists";
import { pinnedBySubFlows, withListsOfSubFlows, withListVersions, type Definition, type FlowList } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { Refused } from "../outcome.ts";
import type { ListRow } from "./store.ts";

/** Ids of the lists whose version in effect is pinned; all others are followed. */
export type ListsToPin = ReadonlySet<string> | "all";

/**
 * A flow's lists, including those of its sub-flows, as a version of it uses them; refused if the organisation has no such list, or none of
 * its versions is in effect.
 */
export async function pinLists(tx: Tx, definition: Definition, pinned: ListsToPin): Promise<Definition | Refused> {
  const flow = withListsOfSubFlows(definition);
  const { lists = [] } = flow;
  if (lists.length === 0) return flow;
  const ids = lists.map(({ listId }) => listId);
  const inEffect = await versionsInEffect(tx, ids);
  const stored = await tx
    .selectFrom("lists")
    .where("id", "in", ids)
    // Written in this form, and checked before.
    .select(["id", "key_type", sql<ListRow["columns"]>`columns`.as("columns")])
    .execute();
  const inside = pinnedBySubFlows(definition);
  const versions = new Map<string, number>();
  for (const list of lists) {
    const known = stored.find(({ id }) => id === list.listId);
    const number = inEffect.get(list.listId);
    if (known === undefined || number === undefined) return refuseList("LIST_NOT_IN_EFFECT", list);
    if (shapeOf(known.key_type, known.columns) !== shapeOf(list.keyType, list.columns)) return refuseList("LIST_CHANGED", list);
    const isPinned = pinned === "all" || pinned.has(list.listId);
    const version = inside.get(list.listId) ?? (isPinned ? number : undefined);
    if (version !== undefined) versions.set(list.listId, version);
  }
  return withListVersions(flow, versions);
}

function shapeOf(keyType: string, columns: FlowList["columns"]): string {
  return JSON.stringify([keyType, columns.map(({ name, type }) => [name, type])]);
}

function refuseList(code: "LIST_NOT_IN_EFFECT" | "LIST_CHANGED", { name }: FlowList): Refused {
  return { kind: "refused", problem: { code, details: { list: name } } };
}
