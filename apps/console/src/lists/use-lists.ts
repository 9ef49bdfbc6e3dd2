import type { ActionWith, ListFields, Resource } from "@airlock/contract";

export type NamedList = Resource<ListFields>;

export const keyOf = (list: NamedList) => list._embedded.webSafeString;
export const nameOf = (list: NamedList) => list._embedded.name;

/** What a change of rows or versions changes on this page. */
export const changedByRows = ["lists.list", "list.read", "list.rows", "list.versions.list"] as const satisfies readonly ActionWith<"GET">[];
