import type { Resource } from "@airlock/contract";

export type Keyed = Resource<{ readonly webSafeString: string }>;
export type Named = Resource<{ readonly webSafeString: string; readonly name: string }>;

/** What identifies a row in links, and while lists change. */
export const keyOf = (row: Keyed): string => row._embedded.webSafeString;
export const nameOf = (row: Named): string => row._embedded.name;
