import type { DatasourceType } from "@airlock/contract";

/** What the types of datasources are called, in the list as in the dialog that adds them. */
export const kindTitles: Readonly<Record<DatasourceType, string>> = {
  LinkedStorage: "Storage",
  BigQuery: "BigQuery",
  Postgres: "Postgres",
};
