import { readFileSync } from "node:fs";
import {
  credsAuthenticator,
  nkeyAuthenticator,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
  type Authenticator,
  type NodeConnectionOptions,
} from "@nats-io/transport-node";
import type { Config } from "../process/config.ts";

/** Addresses and credentials of the NATS servers. */
export interface NatsAccess {
  /** One URL, or several separated by commas. It may contain credentials: `nats://user:password@host:4222`. */
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly token?: string | undefined;
  /** File with the seed of an NKey. */
  readonly nkey?: string | undefined;
  /** Credentials file with a JWT and its seed. */
  readonly creds?: string | undefined;
  readonly tls?: { readonly ca?: string | undefined; readonly cert?: string | undefined; readonly key?: string | undefined } | undefined;
}

/** For `readConfig` of every process that connects. */
export const natsSettings = [
  "AIRLOCK_NATS_URL",
  "AIRLOCK_NATS_USER",
  "AIRLOCK_NATS_PASSWORD",
  "AIRLOCK_NATS_TOKEN",
  "AIRLOCK_NATS_NKEY",
  "AIRLOCK_NATS_CREDS",
  "AIRLOCK_NATS_TLS_CA",
  "AIRLOCK_NATS_TLS_CERT",
  "AIRLOCK_NATS_TLS_KEY",
] as const;

export function natsAccessOf(config: Config<(typeof natsSettings)[number]>): NatsAccess {
  const given = (text: string): string | undefined => (text === "" ? undefined : text);
  const tls = {
    ca: given(config.AIRLOCK_NATS_TLS_CA),
    cert: given(config.AIRLOCK_NATS_TLS_CERT),
    key: given(config.AIRLOCK_NATS_TLS_KEY),
  };
  return {
    url: config.AIRLOCK_NATS_URL,
    user: given(config.AIRLOCK_NATS_USER),
    password: given(config.AIRLOCK_NATS_PASSWORD),
    token: given(config.AIRLOCK_NATS_TOKEN),
    nkey: given(config.AIRLOCK_NATS_NKEY),
    creds: given(config.AIRLOCK_NATS_CREDS),
    ...(Object.values(tls).some((file) => file !== undefined) ? { tls } : {}),
  };
}

/** The client library ignores credentials and the scheme in an address, so both are read here. */
export function accessOptions(access: NatsAccess): Pick<NodeConnectionOptions, "servers" | "authenticator" | "tls"> {
  const urls = access.url.split(",").map((server) => new URL(/^\w+:\/\//.test(server.trim()) ? server.trim() : `nats://${server.trim()}`));
  const encrypted = access.tls !== undefined || urls.some(({ protocol }) => protocol === "tls:");
  const authenticator = authenticatorOf(access, urls[0]);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port === "" ? "4222" : port}`),
    ...(authenticator === undefined ? {} : { authenticator }),
    // With this option the client refuses a server without TLS, instead of sending it the password.
    ...(encrypted ? { tls: tlsOf(access.tls ?? {}) } : {}),
  };
}

function authenticatorOf(access: NatsAccess, url: URL | undefined): Authenticator | undefined {
  const { creds, nkey, token } = access;
  // Files are read for each connection, so that a reconnection uses rotated credentials.
  if (creds !== undefined) return credsAuthenticator(() => readFileSync(creds));
  if (nkey !== undefined) return nkeyAuthenticator(() => Buffer.from(readFileSync(nkey, "utf8").trim()));
  if (token !== undefined) return tokenAuthenticator(token);
  if (access.user !== undefined) return usernamePasswordAuthenticator(access.user, access.password ?? "");
  if (url !== undefined && url.username !== "")
    return usernamePasswordAuthenticator(decodeURIComponent(url.username), decodeURIComponent(url.password));
  return undefined;
}

function tlsOf({ ca, cert, key }: NonNullable<NatsAccess["tls"]>) {
  return {
    ...(ca === undefined ? {} : { caFile: ca }),
    ...(cert === undefined ? {} : { certFile: cert }),
    ...(key === undefined ? {} : { keyFile: key }),
  };
}
