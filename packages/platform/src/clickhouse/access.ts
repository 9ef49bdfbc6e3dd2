import { ConfigError, type Config } from "../process/config.ts";
import { tlsFilesOf, type TlsFiles } from "../crypto/tls-files.ts";

/** Address and credentials of ClickHouse. */
export interface ClickHouseAccess {
  /** With `https://` the certificate and the host name are verified. */
  readonly url: string;
  readonly database: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly tls?: TlsFiles | undefined;
}

/** For `readConfig` of every process that connects. */
export const clickhouseSettings = [
  "AIRLOCK_CLICKHOUSE_URL",
  "AIRLOCK_CLICKHOUSE_DATABASE",
  "AIRLOCK_CLICKHOUSE_USER",
  "AIRLOCK_CLICKHOUSE_PASSWORD",
  "AIRLOCK_CLICKHOUSE_TLS_CA",
  "AIRLOCK_CLICKHOUSE_TLS_CERT",
  "AIRLOCK_CLICKHOUSE_TLS_KEY",
] as const;

export function clickhouseAccessOf(config: Config<(typeof clickhouseSettings)[number]>): ClickHouseAccess {
  const tls = tlsFilesOf(config.AIRLOCK_CLICKHOUSE_TLS_CA, config.AIRLOCK_CLICKHOUSE_TLS_CERT, config.AIRLOCK_CLICKHOUSE_TLS_KEY);
  if (tls !== undefined && !config.AIRLOCK_CLICKHOUSE_URL.startsWith("https:"))
    throw new ConfigError("TLS files for ClickHouse are set, but AIRLOCK_CLICKHOUSE_URL does not start with https.");
  return {
    url: config.AIRLOCK_CLICKHOUSE_URL,
    database: config.AIRLOCK_CLICKHOUSE_DATABASE,
    user: config.AIRLOCK_CLICKHOUSE_USER,
    password: config.AIRLOCK_CLICKHOUSE_PASSWORD,
    ...(tls === undefined ? {} : { tls }),
  };
}
