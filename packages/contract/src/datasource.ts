import { z } from "zod";
import { label, listOf, resourceOf, revision, shortText, timestamp, webSafeString } from "./hal.ts";
import { hostName, secretName } from "./secret.ts";

export const datasourceTypes = ["LinkedStorage", "BigQuery", "Postgres"] as const;
export type DatasourceType = (typeof datasourceTypes)[number];

export const tableTypes = ["predictiveAnalytics", "custom"] as const;
export type TableType = (typeof tableTypes)[number];

export const columnTypes = ["STRING", "INTEGER", "FLOAT"] as const;
export type ColumnType = (typeof columnTypes)[number];

/** Maps a source's name of a type: DOUBLE is a FLOAT, and unknown types are read unchanged as STRING. */
export function columnTypeOf(given: string): ColumnType {
  const name = given.toUpperCase();
  if (name === "INTEGER" || name === "FLOAT") return name;
  return name === "DOUBLE" ? "FLOAT" : "STRING";
}

/** How the cells of a file's column are written, where they are not as programs write them. Types stay what they are. */
export const cellReading = z.object({
  decimal: z.enum([".", ","]).default("."),
  thousands: z.enum(["", ",", ".", " ", "'"]).default(""),
  /** Texts that mean a missing value, besides an empty cell; case does not count. */
  missing: z.array(shortText(100)).max(20).default([]),
  /** Of a STRING: a date whose parts come in this order; it is stored as `2026-03-01`. */
  date: z.enum(["", "DMY", "MDY", "YMD"]).default(""),
});
export type CellReading = z.infer<typeof cellReading>;

export const datasourceColumn = z.object({
  name: z.string(),
  /** The column's name in the table with the rows. */
  key: z.string(),
  type: z.enum(columnTypes),
  /** Of a CSV file, where one was chosen. */
  reading: cellReading.optional(),
});
export type DatasourceColumn = z.infer<typeof datasourceColumn>;

export const databaseTls = ["verify", "off"] as const;
export type DatabaseTls = (typeof databaseTls)[number];

/** Postgres allows 63 bytes; servers may be built for more. */
const identifier = shortText(200).min(1);

/** How a table of an organisation's own Postgres is reached. The password is the value of a secret that was entered for the host. */
export const databaseConnection = z.object({
  host: hostName,
  port: z.int().min(1).max(65_535).default(5432),
  database: identifier,
  user: identifier,
  /** The name of the secret. */
  secret: secretName,
  schema: identifier.default("public"),
  /** `verify`: only with a trusted certificate for the host. */
  tls: z.enum(databaseTls).default("verify"),
});
export type DatabaseConnection = z.infer<typeof databaseConnection>;

export const datasourceStatuses = ["importing", "ready", "failed", "cancelled"] as const;
export type DatasourceStatus = (typeof datasourceStatuses)[number];

export const datasourceFields = z.object({
  webSafeString,
  name: z.string(),
  type: z.enum(datasourceTypes),
  tableType: z.enum(tableTypes),
  tableName: z.string(),
  /** As it was counted last; null before the first time. */
  recordCount: z.int().nullable(),
  columns: z.array(datasourceColumn),
  /** Names of the columns that were taken over. */
  selectedColumns: z.array(z.string()),
  status: z.enum(datasourceStatuses),
  projectId: z.string(),
  /** `gs://bucket/file` of a file, `s3://bucket/file` if it is in a bucket of the organisation's S3 account; empty for a table. */
  fileName: z.string(),
  /** Of a Postgres table; null for others. */
  connection: databaseConnection.nullable(),
  /** The reading of its file, if it has one. */
  importWss: webSafeString.nullable(),
  createdDate: timestamp,
  revision,
});
export type DatasourceFields = z.infer<typeof datasourceFields>;

export const datasourceResource = resourceOf(datasourceFields);
export const datasourceList = listOf(datasourceFields);

const fileColumn = z.object({ name: shortText(200), type: shortText(40), reading: cellReading.optional() });

/** Letters, digits and underscores only, as BigQuery has them. */
const bigQueryTable = z.string().regex(/^[A-Za-z0-9_]{1,1024}$/, "must be letters, digits and underscores only");

export const datasourceCreate = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("LinkedStorage"),
    name: label,
    projectId: shortText(200),
    /** `gs://bucket/file`, or `s3://bucket/file` with the project id `s3`. */
    fileName: shortText(1300),
    /** All of the file's, in its order. */
    columns: z.array(fileColumn).min(1).max(1000),
    selectedColumns: z.array(shortText(200)).min(1).max(1000),
    /** `predictiveAnalytics` for a file of events, which analytics predictions learn from. */
    tableType: z.enum(tableTypes).default("custom"),
  }),
  z.object({
    type: z.literal("BigQuery"),
    name: label,
    tableName: bigQueryTable,
    tableType: z.enum(tableTypes).default("custom"),
  }),
  databaseConnection.extend({
    type: z.literal("Postgres"),
    name: label,
    /** A table or a view, as it is written in the catalogue of the database. */
    tableName: identifier,
    tableType: z.enum(tableTypes).default("custom"),
  }),
]);
export type DatasourceCreate = z.infer<typeof datasourceCreate>;

export const datasourceUpdate = z.object({ name: label.optional(), revision: revision.optional() });
export type DatasourceUpdate = z.infer<typeof datasourceUpdate>;

/**
 * An empty body means `false`. The imported rows are always deleted. With `deleteData` the file in Airlock's own bucket is deleted too;
 * data in other buckets never is.
 */
export const datasourceDeletion = z.object({ deleteData: z.boolean().default(false) }).nullable();
export type DatasourceDeletion = z.infer<typeof datasourceDeletion>;

export const recordCountResource = resourceOf(z.object({ recordCount: z.int(), countedDate: timestamp }));

export const columnProfile = z.object({
  missing: z.int(),
  distinct: z.int(),
  /** False if `distinct` is an estimate; absent in profiles from before 0.6. */
  distinctIsExact: z.boolean().optional(),
  /** Of numbers their smallest and largest; of texts the first and last in order. */
  min: z.union([z.string(), z.number()]).nullable(),
  max: z.union([z.string(), z.number()]).nullable(),
  mean: z.number().nullable(),
  /** Null for text and for columns of more than 5 million values; absent in profiles from before 0.6. */
  median: z.number().nullable().optional(),
  /** Of numbers: how many fall into each of equally wide steps. Steps of integers include both ends. */
  histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
  /** Of texts: the most frequent values. */
  frequent: z.array(z.object({ value: z.string(), count: z.int() })),
});
export type ColumnProfile = z.infer<typeof columnProfile>;

/** Of a BigQuery table: the keys of the columns whose cost is estimated; all columns by default. */
export const metadataQuery = z.object({
  columns: z
    .string()
    .max(8000)
    .regex(/^c\d{1,4}(,c\d{1,4})*$/, "must be keys of columns with commas between")
    .optional(),
});
export type MetadataQuery = z.infer<typeof metadataQuery>;

export const datasourceMetadata = resourceOf(
  z.object({
    columns: z.array(datasourceColumn.extend({ profile: columnProfile.nullable() })),
    /** The first records, a list of values for each in the order of `columns`; null where one is missing. */
    records: z.array(z.array(z.union([z.string(), z.number()]).nullable())),
    /** The bytes that reading the columns of a BigQuery table would process, from a dry run, which costs nothing. */
    cost: z.object({ bytes: z.int(), budget: z.int() }).nullable(),
  }),
);
export type DatasourceMetadata = z.infer<typeof datasourceMetadata>["_embedded"];
