import {
  bucketSettings,
  clickhouseAccessOf,
  clickhouseSettings,
  createEntrySigner,
  createPersonAssertions,
  createLog,
  createShutdown,
  natsAccessOf,
  natsSettings,
  postgresTlsOf,
  postgresTlsSettings,
  readConfig,
  startTelemetry,
  stopOnSignals,
} from "@airlock/platform";
import { createClickHouse } from "@airlock/platform/clickhouse";
import { connectOutOf, egressOf, egressPolicyOf } from "@airlock/platform/egress";
import { JobsUnavailable, openJobs } from "@airlock/platform/jobs";
import { bucketOf } from "@airlock/platform/bucket-of";
import { openPostgres } from "@airlock/platform/postgres";
import { createSecretBox } from "@airlock/platform/secrets";
import { createParquetLooks } from "./bucket/parquet-looks.ts";
import { createS3Lists } from "./bucket/s3-lists.ts";
import { createDefinitionPool } from "./definition/definition-pool.ts";
import { openDataPlane } from "./deployment/data-plane.ts";
import { createProviderKeys } from "./identity/provider-keys.ts";
import { createTokenVerifier } from "./identity/verify-token.ts";
import type { Parts } from "./parts.ts";
import { buildServer } from "./server.ts";
import { foundOrganisation } from "./session/store.ts";
import { startLater } from "./start-later.ts";

const config = readConfig([
  "AIRLOCK_PUBLIC_URL",
  "AIRLOCK_HOST",
  "AIRLOCK_API_PORT",
  "AIRLOCK_POSTGRES_URL",
  "AIRLOCK_POSTGRES_CONNECTIONS",
  ...postgresTlsSettings,
  ...natsSettings,
  "AIRLOCK_NATS_REPLICAS",
  "AIRLOCK_NATS_MONITORING_URL",
  ...clickhouseSettings,
  "AIRLOCK_OIDC_ISSUER",
  "AIRLOCK_OIDC_AUDIENCE",
  "AIRLOCK_OIDC_CLIENT_ID",
  "AIRLOCK_EGRESS_ALLOW",
  "AIRLOCK_DNS_SERVERS",
  ...bucketSettings,
  "AIRLOCK_BIGQUERY_BUDGET_BYTES",
  "AIRLOCK_DELETION_DELAY_SECONDS",
  "AIRLOCK_GOOGLE_STORAGE_ENDPOINT",
  "AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT",
  "AIRLOCK_GOOGLE_TOKEN_ENDPOINT",
  "AIRLOCK_SECRET_KEYS",
  "AIRLOCK_FIRST_ORGANISATION",
  "AIRLOCK_FIRST_ADMIN_EMAIL",
  "AIRLOCK_METRICS_TOKEN",
  "AIRLOCK_LOG_LEVEL",
  "AIRLOCK_RATE_LIMIT",
  "AIRLOCK_RUNTIME_MAX_BODY_BYTES",
  "AIRLOCK_TRUSTED_PROXIES",
]);
const log = createLog({ name: "api", level: config.AIRLOCK_LOG_LEVEL });
const shutdown = createShutdown({ log });
stopOnSignals(shutdown, log);

const telemetry = await startTelemetry("airlock-api");
shutdown.add("telemetry", telemetry.stop);

const postgresTls = postgresTlsOf(config);
const postgres = openPostgres({
  url: config.AIRLOCK_POSTGRES_URL,
  tls: postgresTls,
  name: "airlock api",
  log,
  connections: config.AIRLOCK_POSTGRES_CONNECTIONS,
});
shutdown.add("postgres", postgres.close);

// Both need Postgres, which may start later than this process: until then readiness reports it.
const founding = startLater(
  "first organisation",
  () => foundOrganisation(postgres, config.AIRLOCK_FIRST_ORGANISATION, config.AIRLOCK_FIRST_ADMIN_EMAIL),
  log,
);
shutdown.add("founding", founding.stop);
const jobs = startLater("jobs", () => openJobs({ url: config.AIRLOCK_POSTGRES_URL, tls: postgresTls, log }), log);
shutdown.add("jobs", async () => (await jobs.stop())?.close());

const clickhouse = createClickHouse({
  ...clickhouseAccessOf(config),
  name: "airlock api",
  // Users wait up to thirty seconds for these responses.
  requestMillis: 15_000,
});
shutdown.add("clickhouse", clickhouse.close);

const dataPlane = openDataPlane({
  nats: natsAccessOf(config),
  replicas: config.AIRLOCK_NATS_REPLICAS,
  monitoringUrl: config.AIRLOCK_NATS_MONITORING_URL,
  signer: createEntrySigner(config.AIRLOCK_SECRET_KEYS),
  log,
});
shutdown.add("data plane", dataPlane.close);

const providerKeys = createProviderKeys({ issuer: config.AIRLOCK_OIDC_ISSUER, log });
void providerKeys.refresh();

const egressPolicy = egressPolicyOf(config.AIRLOCK_EGRESS_ALLOW);
const definitionPool = createDefinitionPool(egressPolicy);
shutdown.add("definition pool", definitionPool.close);

const parts: Parts = {
  postgres,
  jobs: {
    send: async (...job) => {
      const opened = jobs.now();
      if (opened === undefined) throw new JobsUnavailable();
      await opened.send(...job);
    },
  },
  clickhouse,
  definitionPool,
  parquetLooks: createParquetLooks(),
  s3Lists: createS3Lists(),
  runtimes: dataPlane.runtimes,
  deployments: dataPlane.deployments,
  keys: dataPlane.keys,
  models: dataPlane.models,
  releases: dataPlane.releases,
  scores: dataPlane.scores,
  lists: dataPlane.lists,
  secretEntries: dataPlane.secretEntries,
  egress: egressOf(config.AIRLOCK_EGRESS_ALLOW, undefined, config.AIRLOCK_DNS_SERVERS),
  egressPolicy,
  connectOut: connectOutOf(egressPolicy, config.AIRLOCK_DNS_SERVERS),
  providerKeys,
  tokens: createTokenVerifier({
    keys: providerKeys,
    issuer: config.AIRLOCK_OIDC_ISSUER,
    audience: config.AIRLOCK_OIDC_AUDIENCE,
    clientId: config.AIRLOCK_OIDC_CLIENT_ID,
  }),
  secrets: createSecretBox(config.AIRLOCK_SECRET_KEYS),
  personAssertions: createPersonAssertions(config.AIRLOCK_SECRET_KEYS),
  google: {
    token: config.AIRLOCK_GOOGLE_TOKEN_ENDPOINT,
    storage: config.AIRLOCK_GOOGLE_STORAGE_ENDPOINT,
    bigquery: config.AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT,
  },
  ownBucket: bucketOf(config),
  bigQueryBudget: config.AIRLOCK_BIGQUERY_BUDGET_BYTES,
  deletionDelaySeconds: config.AIRLOCK_DELETION_DELAY_SECONDS,
  log,
};
const server = await buildServer(parts, {
  publicUrl: config.AIRLOCK_PUBLIC_URL,
  metricsToken: config.AIRLOCK_METRICS_TOKEN,
  requestsPerMinute: config.AIRLOCK_RATE_LIMIT,
  runtimeMaxBodyBytes: config.AIRLOCK_RUNTIME_MAX_BODY_BYTES,
  trustedProxies: config.AIRLOCK_TRUSTED_PROXIES,
  nats: dataPlane.nats,
  checkStreams: dataPlane.checkStreams,
  starting: { firstOrganisation: founding, jobs },
});
await server.listen({ host: config.AIRLOCK_HOST, port: config.AIRLOCK_API_PORT });
shutdown.add("server", () => server.close());
log.info({ port: config.AIRLOCK_API_PORT }, "the api is listening");
