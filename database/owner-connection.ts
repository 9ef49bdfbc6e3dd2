import { postgresConnection, postgresTlsOf, postgresTlsSettings, type Config, type PostgresConnection } from "@airlock/platform";

/** For `readConfig` of everything that connects to Postgres as the owner of the schema. */
export const ownerSettings = ["AIRLOCK_POSTGRES_MIGRATION_URL", ...postgresTlsSettings] as const;

export function ownerConnection(config: Config<(typeof ownerSettings)[number]>): PostgresConnection {
  return postgresConnection(config.AIRLOCK_POSTGRES_MIGRATION_URL, postgresTlsOf(config));
}
