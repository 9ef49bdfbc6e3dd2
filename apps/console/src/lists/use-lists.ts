import type { ActionWith, ListFields, Resource } from "@airlock/contract";

export type NamedList = Resource<ListFields>;

/** What a change of rows or versions changes on this page. */
export const changedByRows = ["lists.list", "list.read", "list.rows", "list.versions.list"] as const satisfies readonly ActionWith<"GET">[];
