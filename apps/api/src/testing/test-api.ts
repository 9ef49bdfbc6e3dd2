import { basePath, expandPath, actionNamed, type ActionName } from "@airlock/contract";
import { createLog, type Log } from "@airlock/platform";
import { createClickHouse } from "@airlock/platform/clickhouse";
import { egressOf, egressPolicyOf } from "@airlock/platform/egress";
import { openJobs } from "@airlock/platform/jobs";
import { openOwnBucket } from "@airlock/platform/own-bucket";
import { openPostgres, type Postgres, type Tx } from "@airlock/platform/postgres";
import { createSecretBox, readMasterKeys } from "@airlock/platform/secrets";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { inject } from "vitest";
import type { Can } from "../can.ts";
import { openDataPlane } from "../deployment/data-plane.ts";
import { createProviderKeys } from "../identity/provider-keys.ts";
import { createTokenVerifier } from "../identity/verify-token.ts";
import type { GoogleEndpoints, Parts } from "../parts.ts";
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
  /** Every transaction is undone at its end, answers and all: a thousand calls leave the objects as they were. */
  readonly rollBack?: boolean;
  /** Share the provider of another. */
  readonly issuer?: Issuer;
  readonly requestsPerMinute?: number;
  /** Other endpoints than the instance's emulators. */
  readonly google?: Partial<GoogleEndpoints>;
  readonly secretKeys?: string;
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
  // Tests ask for far more at once than they have connections.
  const opened = openPostgres({ url, name: "test", log, connections: 5, waitMillis: 30_000 });
  const postgres = options.rollBack === true ? undoing(opened) : opened;
  const jobs = await openJobs({ url: setting("AIRLOCK_POSTGRES_URL"), log });
  const dataPlane = openDataPlane({ url: setting("AIRLOCK_NATS_URL"), replicas: 1, log });
  const clickhouse = createClickHouse({
    url: setting("AIRLOCK_CLICKHOUSE_URL"),
    database: setting("AIRLOCK_CLICKHOUSE_DATABASE"),
    name: "test",
  });
  const providerKeys = createProviderKeys({ issuer: issuer.url, log });
  const tokens = createTokenVerifier({ keys: providerKeys, issuer: issuer.url, audience: issuer.audience });
  const { deployments, models, scores, keys, secretEntries, runtimes } = dataPlane;
  const egress = egressOf("", {});
  const egressPolicy = egressPolicyOf("", {});
  const secrets = createSecretBox(readMasterKeys(options.secretKeys ?? setting("AIRLOCK_SECRET_KEYS")));
  const google = {
    token: setting("AIRLOCK_GOOGLE_TOKEN_ENDPOINT"),
    storage: setting("AIRLOCK_GOOGLE_STORAGE_ENDPOINT"),
    bigquery: setting("AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT"),
    ...options.google,
  };
  const parts: Parts = {
    postgres,
    jobs,
    clickhouse,
    deployments,
    keys,
    models,
    scores,
    secretEntries,
    runtimes,
    egress,
    egressPolicy,
    providerKeys,
    tokens,
    secrets,
    google,
    ownBucket: openOwnBucket({ endpoint: setting("AIRLOCK_GCS_ENDPOINT"), bucket: setting("AIRLOCK_BUCKET") }),
    bigQueryBudget: 10 * 1024 ** 3,
    log,
  };
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
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(Buffer.isBuffer(asked.body) ? { "content-type": "application/octet-stream" } : {}),
          ...asked.headers,
        },
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

class Undone extends Error {}

function undoing(postgres: Postgres): Postgres {
  const undo = async <T>(begin: (work: (tx: Tx) => Promise<never>) => Promise<never>, work: (tx: Tx) => Promise<T>): Promise<T> => {
    let answer: { readonly value: T } | undefined;
    try {
      return await begin(async (tx) => {
        answer = { value: await work(tx) };
        throw new Undone();
      });
    } catch (error) {
      if (error instanceof Undone && answer !== undefined) return answer.value;
      throw error;
    }
  };
  return {
    ...postgres,
    transaction: (work) => undo((begun) => postgres.transaction(begun), work),
    inOrganisation: (tenant, work) => undo((begun) => postgres.inOrganisation(tenant, begun), work),
  };
}
