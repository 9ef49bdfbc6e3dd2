import type { GoogleEndpoints } from "@airlock/platform/stored-account";
import { basePath, csvBody, expandPath, actionNamed, type ActionName } from "@airlock/contract";
import {
  createEntrySigner,
  createLog,
  createPersonAssertions,
  natsAccessOf,
  natsSettings,
  readConfig,
  type Log,
  type NatsAccess,
} from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { connectOutOf, egressOf, egressPolicyOf } from "@airlock/platform/egress";
import { openJobs } from "@airlock/platform/jobs";
import { openOwnBucket } from "@airlock/platform/own-bucket";
import { openPostgres, type Postgres, type Tx } from "@airlock/platform/postgres";
import { createSecretBox, readMasterKeys } from "@airlock/platform/secrets";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { inject } from "vitest";
import type { Can } from "../can.ts";
import { createParquetLooks } from "../bucket/parquet-looks.ts";
import { createS3Lists } from "../bucket/s3-lists.ts";
import { createDefinitionPool } from "../definition/definition-pool.ts";
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

export interface TestRequest {
  /** For each `{name}` in the path. */
  readonly at?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The api in this process, with the services of the run's instance and an identity provider of the test's own. */
export interface TestApi {
  readonly app: FastifyInstance;
  readonly parts: Parts;
  /** To prepare and inspect: the api's own user may only read. */
  readonly adminClickHouse: ClickHouse;
  readonly issuer: Issuer;
  /** Makes the call of an action, with or without a token. */
  readonly ask: (token: string | undefined, name: ActionName, request?: TestRequest) => Promise<LightMyRequestResponse>;
  readonly close: () => Promise<void>;
}

export interface TestApiOptions {
  readonly can?: Can;
  /** Connects as the owner, which bypasses row-level security, to show what would leak. */
  readonly withoutRowSecurity?: boolean;
  /** Every transaction is rolled back at its end: a thousand calls leave the objects unchanged. */
  readonly rollBack?: boolean;
  /** Shares the provider of another. */
  readonly issuer?: Issuer;
  readonly requestsPerMinute?: number;
  readonly trustedProxies?: readonly string[];
  /** Other endpoints than the instance's emulators. */
  readonly google?: Partial<GoogleEndpoints>;
  readonly secretKeys?: string;
  /** Internal addresses that datasources may be read from. By default one where nothing answers. */
  readonly addressesAllowed?: string;
  /** The default of production: an hour, so that no worker starts what a test creates. */
  readonly deletionDelaySeconds?: number;
  readonly log?: Log;
}

export function setting(name: string): string {
  const value = inject("environment")[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}

/** As the api's own NATS user. */
export function natsAccess(): NatsAccess {
  return natsAccessOf(readConfig(natsSettings, inject("environment")));
}

export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const log = options.log ?? createLog({ name: "test", level: "silent" });
  const issuer = options.issuer ?? (await startIssuer());
  const url = setting(options.withoutRowSecurity === true ? "AIRLOCK_POSTGRES_MIGRATION_URL" : "AIRLOCK_POSTGRES_URL");
  // Tests have far more concurrent calls than connections.
  const opened = openPostgres({ url, name: "test", log, connections: 5, waitMillis: 30_000 });
  const postgres = options.rollBack === true ? undoing(opened) : opened;
  const jobs = await openJobs({ url: setting("AIRLOCK_POSTGRES_URL"), log });
  const masterKeys = readMasterKeys(options.secretKeys ?? setting("AIRLOCK_SECRET_KEYS"));
  const dataPlane = openDataPlane({ nats: natsAccess(), replicas: 1, signer: createEntrySigner(masterKeys), log });
  const clickhouse = openTestClickHouse("api");
  const adminClickHouse = openTestClickHouse("admin");
  const providerKeys = createProviderKeys({ issuer: issuer.url, log });
  const tokens = createTokenVerifier({ keys: providerKeys, issuer: issuer.url, audience: issuer.audience, clientId: "airlock-console" });
  const { deployments, releases, models, scores, lists, keys, secretEntries, runtimes } = dataPlane;
  const egress = egressOf("", {});
  const egressPolicy = egressPolicyOf("", {});
  const definitionPool = createDefinitionPool(egressPolicy);
  const secrets = createSecretBox(masterKeys);
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
    definitionPool,
    parquetLooks: createParquetLooks(),
    s3Lists: createS3Lists(),
    deployments,
    keys,
    models,
    releases,
    scores,
    lists,
    secretEntries,
    runtimes,
    egress,
    egressPolicy,
    connectOut: connectOutOf(egressPolicyOf(options.addressesAllowed ?? "127.0.0.1:9", {})),
    providerKeys,
    tokens,
    secrets,
    personAssertions: createPersonAssertions(masterKeys),
    google,
    ownBucket: openOwnBucket({ endpoint: setting("AIRLOCK_GCS_ENDPOINT"), bucket: setting("AIRLOCK_BUCKET") }),
    bigQueryBudget: 10 * 1024 ** 3,
    deletionDelaySeconds: options.deletionDelaySeconds ?? 3600,
    log,
  };
  const app = await buildServer(parts, {
    publicUrl: setting("AIRLOCK_PUBLIC_URL"),
    requestsPerMinute: options.requestsPerMinute ?? 1_000_000,
    trustedProxies: options.trustedProxies ?? ["loopback"],
    nats: dataPlane.nats,
    checkStreams: dataPlane.checkStreams,
    ...(options.can === undefined ? {} : { can: options.can }),
  });
  return {
    app,
    parts,
    adminClickHouse,
    issuer,
    ask: (token, name, request = {}) => {
      const { method, path, body } = actionNamed(name);
      const query = new URLSearchParams(request.query).toString();
      return app.inject({
        method,
        url: basePath + expandPath(path, request.at ?? {}) + (query === "" ? "" : `?${query}`),
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(Buffer.isBuffer(request.body) ? { "content-type": body === csvBody ? "text/csv" : "application/octet-stream" } : {}),
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { payload: request.body as object }),
      });
    },
    close: async () => {
      await app.close();
      await definitionPool.close();
      await jobs.close();
      await dataPlane.close();
      await clickhouse.close();
      await adminClickHouse.close();
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
