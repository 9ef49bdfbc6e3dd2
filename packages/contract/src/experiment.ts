import { z } from "zod";
import { label, listOf, resourceOf, revision, shortText, text, timestamp, webSafeString } from "./hal.ts";
import { experimentResultStatuses } from "./experiment-result.ts";

export const experimentRecords = ["first", "all"] as const;
/** The first 1000 records of the datasource, or every one. */
export type ExperimentRecords = (typeof experimentRecords)[number];

/** The spec's "first" records. */
export const firstRecords = 1000;

export const mappedField = z.object({
  /** Of the application field. */
  key: shortText(200),
  /** The name of a column of the datasource, or a literal for every record. Empty: the field is missing. */
  value: shortText(10_000),
  useDatasource: z.boolean(),
});

/** Names of datasource columns that are stored with the results, whether a field uses them or not. */
export const carriedColumns = z.array(shortText(200)).max(20);

export const experimentFields = z.object({
  webSafeString,
  name: z.string(),
  description: z.string(),
  code: z.string(),
  /** Null until one is chosen, and when it was deleted. */
  solutionId: webSafeString.nullable(),
  solutionName: z.string().nullable(),
  /** One of the solution's versions; null: the solution as it was saved last. */
  versionId: webSafeString.nullable(),
  versionName: z.string().nullable(),
  /** Whether it could run as it is drawn; a version always can. False without a solution. */
  validRuntime: z.boolean(),
  datasourceId: webSafeString.nullable(),
  datasourceName: z.string().nullable(),
  /** Of the datasource, as it was counted last. */
  recordCount: z.int().nullable(),
  fieldMapping: z.array(mappedField),
  records: z.enum(experimentRecords),
  /** Null until the user has chosen. */
  carry: carriedColumns.nullable(),
  /** How many results it has, and its newest. */
  results: z.int(),
  lastResult: z.object({ webSafeString, created: timestamp, status: z.enum(experimentResultStatuses), resultsCount: z.int() }).nullable(),
  createdDate: timestamp,
  updatedDate: timestamp,
  revision,
});
export type ExperimentFields = z.infer<typeof experimentFields>;
export const experimentResource = resourceOf(experimentFields);
export const experimentList = listOf(experimentFields);

export const experimentCreate = z.object({ name: label, description: text.default("") });
export type ExperimentCreate = z.infer<typeof experimentCreate>;

/** Properties that are left out are unchanged. An invalid mapping is stored too: it is refused when the experiment runs. */
export const experimentUpdate = z.object({
  name: label.optional(),
  description: text.optional(),
  code: shortText(200).optional(),
  solutionId: webSafeString.nullable().optional(),
  versionId: webSafeString.nullable().optional(),
  datasourceId: webSafeString.nullable().optional(),
  fieldMapping: z.array(mappedField).max(2000).optional(),
  records: z.enum(experimentRecords).optional(),
  carry: carriedColumns.nullable().optional(),
  revision: revision.optional(),
});
export type ExperimentUpdate = z.infer<typeof experimentUpdate>;
