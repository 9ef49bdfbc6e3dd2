import { ConfigError, type Config } from "../process/config.ts";
import { readTlsFiles, tlsFilesOf, type TlsFiles, type TlsMaterial } from "../crypto/tls-files.ts";

/** For `readConfig` of every process that connects, in addition to the URL of its role. */
export const postgresTlsSettings = ["AIRLOCK_POSTGRES_TLS_CA", "AIRLOCK_POSTGRES_TLS_CERT", "AIRLOCK_POSTGRES_TLS_KEY"] as const;

export function postgresTlsOf(config: Config<(typeof postgresTlsSettings)[number]>): TlsFiles | undefined {
  return tlsFilesOf(config.AIRLOCK_POSTGRES_TLS_CA, config.AIRLOCK_POSTGRES_TLS_CERT, config.AIRLOCK_POSTGRES_TLS_KEY);
}

export interface PostgresConnection {
  readonly connectionString: string;
  readonly ssl?: TlsMaterial & { readonly rejectUnauthorized: true };
}

/** libpq's modes. Here every encrypted one verifies the certificate and the host name, as `verify-full` does. */
const encryptedModes = new Set(["require", "verify-ca", "verify-full"]);

/** The options of `pg` for a URL. TLS is used if a file is set or the URL has an encrypted `sslmode`, and then always verifies. */
export function postgresConnection(url: string, tls?: TlsFiles): PostgresConnection {
  const mode = /[?&]sslmode=([^&]*)/.exec(url)?.[1];
  if (mode !== undefined && mode !== "disable" && !encryptedModes.has(mode))
    throw new ConfigError(`The address of Postgres has sslmode=${mode}, which accepts any server. Use verify-full, or disable.`);
  if (/[?&](ssl|sslrootcert|sslcert|sslkey)=/.test(url))
    throw new ConfigError("Set AIRLOCK_POSTGRES_TLS_CA, _CERT and _KEY instead of TLS files in the address of Postgres.");
  if (mode === "disable" && tls !== undefined) throw new ConfigError("The address of Postgres has sslmode=disable, but TLS files are set.");
  if (mode === "disable" || (mode === undefined && tls === undefined)) return { connectionString: url };
  // `pg` would override the options below by those that it derives from `sslmode`.
  const connectionString = url.replace(/([?&])sslmode=[^&]*&?/, "$1").replace(/[?&]$/, "");
  return { connectionString, ssl: { ...readTlsFiles(tls ?? {}), rejectUnauthorized: true } };
}
