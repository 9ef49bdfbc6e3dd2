/** Postgres: transactions within an organisation, the meaning of its errors, and the tables as types. */
export { enterOrganisation, openPostgres, type Postgres, type PostgresOptions, type Tenant, type Tx } from "./client.ts";
export { postgresFailure, type PostgresFailure } from "./failure.ts";
export { permissionsOf } from "./permissions.ts";
export type { Tables } from "./tables/tables.ts";
export { unstorableText } from "./unstorable-text.ts";
