import { basePath, expandPath, actionNamed, type ActionName } from "@airlock/contract";
import { createLog, type Log } from "@airlock/platform";
import { createClickHouse } from "@airlock/platform/clickhouse";
import { openJobs } from "@airlock/platform/jobs";
import { openPostgres } from "@airlock/platform/postgres";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { inject } from "vitest";
import type { Can } from "../can.ts";
import { openDataPlane } from "../deployment/data-plane.ts";
import { createProviderKeys } from "../identity/provider-keys.ts";
import { createTokenVerifier } from "../identity/verify-token.ts";
import type { Parts } from "../parts.ts";
import { buildServer } from "../server.ts";
import { startIssuer, type Issuer } from "./issuer.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Set by the integration project's global setup. */
    readonly environment: Record<string, string>;
  }
}

export interface Asked {
  /** For each `{name}` in the path. */
  readonly at?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The api in this process, on the real parts of the run's instance, with an identity provider of the test's own. */
export interface TestApi {
  readonly app: FastifyInstance;
  readonly parts: Parts;
  readonly issuer: Issuer;
  /** Sends the call of a row, with or without a token. */
  readonly ask: (token: string | undefined, name: ActionName, asked?: Asked) => Promise<LightMyRequestResponse>;
  readonly close: () => Promise<void>;
}

export interface TestApiOptions {
  readonly can?: Can;
  /** The owner's connection: it passes row-level security, to show what then leaks. */
  readonly withoutRowSecurity?: boolean;
  /** Share the provider of another. */
  readonly issuer?: Issuer;
  readonly requestsPerMinute?: number;
  readonly log?: Log;
}

export function setting(name: string): string {
  const value = inject("environment")[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}

export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const log = options.log ?? createLog({ name: "test", level: "silent" });
  const issuer = options.issuer ?? (await startIssuer());
  const url = setting(options.withoutRowSecurity === true ? "AIRLOCK_POSTGRES_MIGRATION_URL" : "AIRLOCK_POSTGRES_URL");
  const postgres = openPostgres({ url, name: "test", log, connections: 5 });
  const jobs = await openJobs({ url: setting("AIRLOCK_POSTGRES_URL"), log });
  const dataPlane = openDataPlane({ url: setting("AIRLOCK_NATS_URL"), replicas: 1, log });
  const clickhouse = createClickHouse({
    url: setting("AIRLOCK_CLICKHOUSE_URL"),
    database: setting("AIRLOCK_CLICKHOUSE_DATABASE"),
    name: "test",
  });
  const providerKeys = createProviderKeys({ issuer: issuer.url, log });
  const tokens = createTokenVerifier({ keys: providerKeys, issuer: issuer.url, audience: issuer.audience });
  const { deployments, keys, runtimes } = dataPlane;
  const parts: Parts = { postgres, jobs, clickhouse, deployments, keys, runtimes, providerKeys, tokens, log };
  const app = await buildServer(parts, {
    publicUrl: setting("AIRLOCK_PUBLIC_URL"),
    requestsPerMinute: options.requestsPerMinute ?? 1_000_000,
    nats: dataPlane.nats,
    ...(options.can === undefined ? {} : { can: options.can }),
  });
  return {
    app,
    parts,
    issuer,
    ask: (token, name, asked = {}) => {
      const { method, path } = actionNamed(name);
      const query = new URLSearchParams(asked.query).toString();
      return app.inject({
        method,
        url: basePath + expandPath(path, asked.at ?? {}) + (query === "" ? "" : `?${query}`),
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...asked.headers },
        ...(asked.body === undefined ? {} : { payload: asked.body as object }),
      });
    },
    close: async () => {
      await app.close();
      await jobs.close();
      await dataPlane.close();
      await clickhouse.close();
      await postgres.close();
      if (options.issuer === undefined) await issuer.goAway();
    },
  };
}
