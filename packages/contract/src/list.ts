import { z } from "zod";
import { givenTime, label, listOf, pageQuery, resourceOf, revision, shortText, text, timestamp, webSafeString } from "./hal.ts";
import { listKeyTypes, maxListColumns, maxListKeyLength, maxListTextLength, maxLookupKeys, maxRowChanges } from "./list-limits.ts";

const fieldType = z.enum(["String", "Integer", "Float", "Boolean", "Date"]);

/** A name that a formula can use. */
const columnName = z
  .string()
  .trim()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/, "must begin with a letter and have letters, digits and _ only, at most 60");

export const listColumn = z.object({ name: z.string(), type: fieldType });
export type ListColumn = z.infer<typeof listColumn>;

/** What the draft changes compared with the newest version. */
const listChanges = z.object({ added: z.int(), changed: z.int(), removed: z.int() });
export type ListChanges = z.infer<typeof listChanges>;

export const listVersionStates = ["inEffect", "scheduled", "past"] as const;
export type ListVersionState = (typeof listVersionStates)[number];

export const listVersionFields = listChanges.extend({
  number: z.int(),
  state: z.enum(listVersionStates),
  /** From when on it is used where the list is followed. */
  effectiveDate: timestamp,
  /** When the next version takes effect; null if there is none. */
  endDate: timestamp.nullable(),
  rows: z.int(),
  note: z.string(),
  createdDate: timestamp,
  createdBy: z.string(),
  /** How many versions of solutions pin it. */
  pinnedBy: z.int(),
});
export type ListVersionFields = z.infer<typeof listVersionFields>;
export const listVersionList = listOf(listVersionFields);

export const listFields = z.object({
  webSafeString,
  name: z.string(),
  description: z.string(),
  /** A set has keys only. */
  kind: z.enum(["set", "lookup"]),
  key: z.object({ name: z.string(), type: z.enum(listKeyTypes) }),
  /** What a key returns; empty for a set. */
  columns: z.array(listColumn),
  /** The version that is in effect; null before the first one is. */
  inEffect: z.object({ number: z.int(), effectiveDate: timestamp, rows: z.int() }).nullable(),
  /** The highest number of a version, 0 without one. The draft has the next. */
  newestVersion: z.int(),
  draft: listChanges.extend({
    rows: z.int(),
    /** Grows with every change of a row: sent with a publication, it shows that no one changed the draft meanwhile. */
    revision: z.int(),
  }),
  /** How many solutions have a version that uses it. */
  usedBy: z.int(),
  createdDate: timestamp,
  updatedDate: timestamp,
  revision,
});
export type ListFields = z.infer<typeof listFields>;
export const listResource = resourceOf(listFields);
export const listList = listOf(listFields);

export const listCreate = z.strictObject({
  name: label,
  description: text.default(""),
  key: z.strictObject({ name: columnName, type: z.enum(listKeyTypes).default("String") }),
  columns: z
    .array(z.strictObject({ name: columnName, type: fieldType }))
    .max(maxListColumns)
    .default([]),
});
export type ListCreate = z.infer<typeof listCreate>;

/** Key and columns stay: formulas name them. */
export const listUpdate = z.strictObject({ name: label.optional(), description: text.optional(), revision: revision.optional() });
export type ListUpdate = z.infer<typeof listUpdate>;

const listValue = z.union([shortText(maxListTextLength), z.number(), z.boolean(), z.null()]);
const listKey = shortText(maxListKeyLength).min(1);

export const listRowFields = z.object({
  key: z.string(),
  /** In the order of the columns. */
  values: z.array(listValue),
  /** Of a row of the draft that differs from the newest version. */
  change: z.enum(["added", "changed", "removed"]).nullable(),
  /** What the newest version has, of a changed row. */
  before: z.array(listValue).nullable(),
});
export type ListRowFields = z.infer<typeof listRowFields>;
export const listRowList = listOf(listRowFields);

const versionNumber = z.coerce.number().int().min(1).max(1_000_000_000);

/** Rows in the order of their keys. `search` finds keys that begin with it. */
export const listRowQuery = pageQuery.omit({ sort: true }).extend({
  /** Left out, it is the draft. */
  version: versionNumber.optional(),
  /** Of the draft, only what differs from the newest version. */
  changes: z.enum(["all", "only"]).default("all"),
});
export type ListRowQuery = z.infer<typeof listRowQuery>;

/** Finds the rows of these keys, as a decision would. */
export const listLookup = z.strictObject({
  keys: z.array(listKey).max(maxLookupKeys),
  /** Left out, it is the version in effect. */
  version: z.int().min(1).max(1_000_000_000).optional(),
});
export type ListLookup = z.infer<typeof listLookup>;

export const listLookupFields = z.object({
  version: z.int(),
  /** Of the keys that the version has. */
  rows: z.array(z.object({ key: z.string(), values: z.array(listValue) })),
});
export type ListLookupFields = z.infer<typeof listLookupFields>;
export const listLookupResource = resourceOf(listLookupFields);

const listRowValues = z.array(listValue).max(maxListColumns);
const listRowPut = z.strictObject({
  key: listKey,
  values: listRowValues.default([]),
  /** The values that this change is based on, null for no row: refused if the draft has others. Left out, they are replaced whatever they are. */
  was: listRowValues.nullable().optional(),
});

const listRowRemoval = z.strictObject({
  key: listKey,
  /** The values of the row that the caller has seen: refused if the draft has others, or no such row. */
  was: listRowValues,
});

/** Changes the draft atomically: adds or replaces the rows of `put` and deletes the keys of `remove`. */
export const listRowsChange = z.strictObject({
  put: z.array(listRowPut).max(maxRowChanges).default([]),
  /** A key without `was` is removed with any values, and ignored if there is no such row. */
  remove: z
    .array(z.union([listKey, listRowRemoval]))
    .max(maxRowChanges)
    .default([]),
});
export type ListRowsChange = z.infer<typeof listRowsChange>;

export const listFileQuery = z.object({ version: versionNumber.optional() });

/** `replace`: the file is the whole list. `merge`: rows that it does not have stay. */
export const listImportModes = ["replace", "merge"] as const;
export const listImportQuery = z.object({
  mode: z.enum(listImportModes).default("replace"),
  /** `refuse`: one row that cannot be read, and nothing is changed. `skip`: such rows are left out. */
  rejected: z.enum(["refuse", "skip"]).default("refuse"),
});
export type ListImportQuery = z.infer<typeof listImportQuery>;

/** A row of a file that could not be read. */
const listRejection = z.object({
  /** Counted from 1 below the header. */
  row: z.int(),
  column: z.string(),
  message: z.string(),
});
export type ListRejection = z.infer<typeof listRejection>;

export const listImportFields = z.object({
  /** Rows of the file that were read. */
  rows: z.int(),
  /** What the draft changes now, compared with the newest version. */
  draft: listChanges,
  rejected: z.int(),
  /** The first of them. */
  rejections: z.array(listRejection),
});
export type ListImportFields = z.infer<typeof listImportFields>;
export const listImportResource = resourceOf(listImportFields);

export const listPublish = z.strictObject({
  /** Left out, it is in effect at once. */
  effectiveDate: givenTime.optional(),
  note: text.default(""),
  /** `draft.revision` as it was seen. */
  draftRevision: z.int().optional(),
});
export type ListPublish = z.infer<typeof listPublish>;

/** A version of a solution that uses a list. */
export const listUseFields = z.object({
  solutionWss: webSafeString,
  solutionName: z.string(),
  versionWss: webSafeString,
  versionName: z.string(),
  isServing: z.boolean(),
  /** Null: it follows the list, and decides by the version that is in effect. */
  pinned: z.int().nullable(),
});
export type ListUseFields = z.infer<typeof listUseFields>;
export const listUseList = listOf(listUseFields);
