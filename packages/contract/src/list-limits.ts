// Apart from the schemas, so that the console can load it without them.

export const maxLists = 200;
export const maxListRows = 1_000_000;
/** Besides the key. */
export const maxListColumns = 20;
export const maxListKeyLength = 200;
export const maxListTextLength = 500;
/** Rows that one call changes; a file has more. */
export const maxRowChanges = 1_000;
/** The maximum number of keys that one call looks up. */
export const maxLookupKeys = 1_000;
/** Of a file, compressed or not. */
export const maxListFileBytes = 128 * 1024 * 1024;
/** Rejected rows that a response names; the rest is counted. */
export const maxNamedRejections = 100;

/** What a key may be: values that are equal or not, without rounding. */
export const listKeyTypes = ["String", "Integer", "Date"] as const;
export type ListKeyType = (typeof listKeyTypes)[number];
