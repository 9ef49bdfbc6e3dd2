import { createServer } from "node:http";
import { join } from "node:path";
import { maxGroupBytes, readBucketValue, refusedRequestSubject } from "@airlock/contract";
import {
  addProcessMetrics,
  answerHealth,
  answerUnreadable,
  closeServer,
  createEntrySigner,
  createMetrics,
  createPersonAssertions,
  listen,
  type Log,
  type NatsAccess,
  type PartState,
} from "@airlock/platform";
import { egressOf } from "@airlock/platform/egress";
import { createSecretBox, type MasterKey } from "@airlock/platform/secrets";
import { createDeployments, definitionFault } from "./deployment/deployments.ts";
import { checkDisk } from "./disk/disk-check.ts";
import { openLastGood, type LastGood } from "./disk/last-good.ts";
import { createEffects } from "./egress/egress.ts";
import { createDecide } from "./execution/decide.ts";
import { createDecisionMetrics } from "./execution/decision-metrics.ts";
import { createExecutionLog } from "./execution/execution-log.ts";
import { createKeptAnswers } from "./execution/kept-answers.ts";
import { checkStorage } from "./execution/storage-check.ts";
import { createRefusalLog } from "./execution/refusal-log.ts";
import { createExecuteRoute } from "./execution/routes.ts";
import { openSpool } from "./execution/spool.ts";
import { createOpenApiRoute } from "./openapi/openapi-route.ts";
import { createEntryGate, type EntryGate, type EntryGateOptions, type SignedBucket } from "./entry/entry-gate.ts";
import { createKeys } from "./key/keys.ts";
import { personCaller } from "./key/people.ts";
import { askPeers } from "./lease/ask-peers.ts";
import { createJetStreamLink } from "./lease/jetstream-link.ts";
import { ownAddress } from "./lease/own-address.ts";
import { startLease, type Lease } from "./lease/lease.ts";
import { openModels } from "./model/models.ts";
import { openListTables } from "./list/lists.ts";
import { openScoreTables } from "./scores/scores.ts";
import { createRefusedRequests } from "./refused-request/refused-requests.ts";
import { createSecrets } from "./secret/secrets.ts";
import { answerPeer } from "./lease/peer-route.ts";
import { createPeers } from "./lease/peers.ts";
import { createReleases } from "./release/releases.ts";
import { createShadowMetrics } from "./shadow/shadow-metrics.ts";
import { createShadows } from "./shadow/shadows.ts";

export interface RuntimeOptions {
  readonly runtimeId: string;
  readonly host: string;
  readonly port: number;
  /** The origin that callers use, for OpenAPI documents. */
  readonly publicUrl: string;
  /** The address for peers; empty for host and port. */
  readonly address: string;
  readonly dataFolder: string;
  readonly nats: NatsAccess;
  readonly natsReplicas: number;
  readonly natsMonitoringUrl: string;
  readonly maxInFlight: number;
  readonly maxBodyBytes: number;
  readonly organisationPerSecond: number;
  readonly keyPerSecond: number;
  readonly answersBytesPerOrganisation: number;
  readonly drainMillis: number;
  readonly spoolMaxBytes: number;
  /** Internal addresses that flows may call. */
  readonly metricsToken: string;
  readonly egressAllow: string;
  /** Name servers for web calls; empty for the machine's own. */
  readonly dnsServers: string;
  /** Verify bucket entries and decrypt secrets for web calls. */
  readonly masterKeys: readonly [MasterKey, ...MasterKey[]];
  readonly log: Log;
}

export interface Runtime {
  readonly stop: () => Promise<void>;
}

const retryMillis = 1_000;

/** Composes a runtime: first the state on disk, then the HTTP server; JetStream is connected in the background. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { runtimeId, log } = options;
  const metrics = createMetrics();
  addProcessMetrics(metrics);
  const folder = join(options.dataFolder, "runtime");
  const deploymentDisk = await openLastGood(join(folder, "deployments.lines"), log);
  const servedDisk = await openLastGood(join(folder, "served.lines"), log);
  const releaseDisk = await openLastGood(join(folder, "releases.lines"), log);
  const keyDisk = await openLastGood(join(folder, "keys.lines"), log);
  const peerDisk = await openLastGood(join(folder, "peers.lines"), log);
  const secretDisk = await openLastGood(join(folder, "secrets.lines"), log);
  const quarantined = metrics.counter("airlock_log_quarantined_total", "Spooled messages that JetStream refused for good.");
  const damaged = metrics.counter("airlock_spool_damaged_frames_total", "Frames of the spool that could not be read.");
  const spool = await openSpool({
    folder: join(folder, "spool"),
    maxBytes: options.spoolMaxBytes,
    log,
    onQuarantined: quarantined.add,
    onDamaged: damaged.add,
  });

  const egress = egressOf(options.egressAllow, undefined, options.dnsServers);

  const disks = [deploymentDisk, servedDisk, releaseDisk, keyDisk, secretDisk, peerDisk];
  let lease: Lease | undefined;
  let stopping = false;
  const models = await openModels({ folder: join(folder, "models"), bucket: () => link.models(), log });
  const gateOf = <Name extends SignedBucket>(
    bucket: Name,
    disk: Pick<LastGood, "entries">,
    more: Pick<EntryGateOptions<Name>, "check" | "ignoresUnknown"> = {},
  ) => {
    const help = "Entries of a bucket that were refused: unsigned, forged, replayed or not what was frozen.";
    return createEntryGate({ bucket, disk, refusals: metrics.counter("airlock_entries_refused_total", help, { bucket }), log, ...more });
  };
  const scores = await openScoreTables({
    folder: join(folder, "scores"),
    heads: () => link.scores(),
    pieces: () => link.models(),
    gateOf: (applied) => gateOf("scores", applied),
    log,
  });
  const lists = await openListTables({
    folder: join(folder, "lists"),
    heads: () => link.lists(),
    pieces: () => link.models(),
    gateOf: (applied) => gateOf("lists", applied),
    isUsed: (listId) => deployments.usesList(listId),
    log,
  });
  const gates = {
    deployments: gateOf("deployments", deploymentDisk, { check: definitionFault }),
    releases: gateOf("releases", releaseDisk),
    keys: gateOf("keys", keyDisk, { ignoresUnknown: true }),
    secrets: gateOf("secrets", secretDisk),
    scores: scores.gate,
    lists: lists.gate,
  };
  const deployments = createDeployments({
    disk: deploymentDisk,
    gate: gates.deployments,
    served: servedDisk,
    models,
    scores,
    lists,
    log,
    onChange: () => lease?.changed(),
  });
  const signer = createEntrySigner(options.masterKeys);
  const releases = createReleases({
    disk: releaseDisk,
    gate: gates.releases,
    signer,
    serves: (versionId) => deployments.find(versionId)?.status === "serving",
    log,
  });
  const keys = createKeys({ disk: keyDisk, gate: gates.keys, log });
  const secrets = createSecrets({ disk: secretDisk, gate: gates.secrets, box: createSecretBox(options.masterKeys), log });
  const peers = createPeers({ runtimeId, disk: peerDisk });
  const link = createJetStreamLink({
    nats: options.nats,
    replicas: options.natsReplicas,
    monitoringUrl: options.natsMonitoringUrl,
    runtimeId,
    address: ownAddress(options.address, options.host, options.port),
    deployments,
    releases,
    keys,
    secrets,
    scores,
    lists,
    peers,
    signer,
    settledKeys: gates.keys.settled,
    refusedKeys: gates.keys.held,
    settledReleases: gates.releases.settled,
    refusedReleases: gates.releases.held,
    disks,
    onApplied: () => lease?.changed(),
    onUp: () => {
      executionLog.retry();
      lease?.changed();
    },
    log,
  });
  const executionLog = createExecutionLog({ publish: link.publish, maxMessageBytes: link.maxMessageBytes, spool, log });
  const held = startLease({
    renew: link.renew,
    askPeers: () => askPeers({ peers, applied: link.applied, deployments, keys, releases, disks, log }),
    log,
  });
  lease = held;
  const retrying = setInterval(() => executionLog.retry(), retryMillis);

  const refusedRequests = createRefusedRequests({
    connected: link.connected,
    publish: (payload) => link.publish({ subject: refusedRequestSubject, payload }),
    metrics: {
      sent: metrics.counter("airlock_refused_requests_sent_total", "Refused requests that were sent to be stored."),
      notStored: metrics.counter(
        "airlock_refused_requests_not_stored_total",
        "Refused requests that are stored as a count only: they were beyond a limit, or NATS was unavailable.",
      ),
    },
  });
  const assertions = createPersonAssertions(options.masterKeys);
  const decisionMetrics = createDecisionMetrics(metrics);
  const effectsFor = createEffects(egress, secrets, models, scores);
  // Minus the line break.
  const maxLineBytes = () => maxGroupBytes(link.maxMessageBytes()) - 1;
  const shadows = createShadows({ deployments, effectsFor, executionLog, maxLineBytes, metrics: createShadowMetrics(metrics), log });
  const execute = createExecuteRoute({
    runtimeId,
    keys: {
      authenticate: (authorization, now, versionId = "") =>
        keys.authenticate(authorization, now) ?? personCaller(assertions, authorization, versionId, now),
      ownerOf: keys.ownerOf,
    },
    decide: createDecide({
      deployments,
      effectsFor,
      maxExecutionBytes: maxLineBytes,
      passedOver: decisionMetrics.passedOver,
    }),
    releases,
    executionLog,
    keptAnswers: createKeptAnswers(link.answers, Date.now, options.answersBytesPerOrganisation),
    lease: held,
    metrics: decisionMetrics,
    refusalLog: createRefusalLog(log),
    refusedRequests,
    shadows,
    maxInFlight: options.maxInFlight,
    maxBodyBytes: options.maxBodyBytes,
    organisationPerSecond: options.organisationPerSecond,
    keyPerSecond: options.keyPerSecond,
    stopping: () => stopping,
    log,
  });
  const openApi = createOpenApiRoute({
    keys,
    entryOf: (versionId) => readBucketValue.deployments(deploymentDisk.entries.get(versionId)?.text ?? ""),
    releases,
    serverUrl: options.publicUrl.replace(/\/$/, ""),
    maxBodyBytes: options.maxBodyBytes,
  });
  metrics.gauge(
    "airlock_decisions_in_flight",
    "Calls being worked on, in units of 64 KiB of body, 16 inputs, or 64 KiB of responses and log lines.",
    execute.inFlight,
  );
  metrics.gauge("airlock_decisions_in_flight_limit", "Units that may be worked on at once.", () => options.maxInFlight);
  metrics.gauge("airlock_shadow_waiting", "Answered inputs that wait for a shadow.", shadows.waiting);
  metrics.gauge("airlock_web_calls_under_way", "Web calls of flows that wait for their answer.", egress.underWay);
  metrics.gauge("airlock_versions", "Versions known to this runtime.", deployments.size);
  metrics.gauge(
    "airlock_versions_regressed",
    "Versions that served on this machine and do not compile in this release.",
    () => deployments.regressed().length,
  );
  metrics.gauge("airlock_releases", "Solutions whose live release is known to this runtime.", releases.size);
  metrics.gauge("airlock_models", "Models of predictions in the memory of this runtime.", models.size);
  metrics.gauge("airlock_score_tables", "Models whose scores of all persons are in the memory of this runtime.", scores.size);
  metrics.gauge("airlock_list_bytes", "Bytes of lists in the memory of this runtime.", lists.bytes);
  metrics.gauge("airlock_secrets", "Secrets for web calls known to this runtime.", secrets.size);
  metrics.gauge("airlock_lease_holds", "1 while this runtime's lease is accepted and up to date.", () => (held.holds() ? 1 : 0));
  metrics.gauge("airlock_spool_bytes", "Bytes on disk that JetStream does not have yet.", spool.bytes);
  metrics.gauge("airlock_spool_limit_bytes", "Bytes that the spool may hold.", () => options.spoolMaxBytes);
  metrics.gauge("airlock_log_direct", "1 while executions go to JetStream, 0 while they go to the spool.", () =>
    executionLog.state().direct ? 1 : 0,
  );
  metrics.gauge("airlock_log_failing", "1 while executions can be stored neither in JetStream nor in the spool.", () =>
    executionLog.state().failing ? 1 : 0,
  );
  metrics.gauge("airlock_log_quarantined_files", "Messages in quarantine on this disk.", () => spool.kept().quarantined);
  metrics.gauge("airlock_spool_damaged_files", "Damaged segments kept on this disk.", () => spool.kept().damaged);
  metrics.gauge("airlock_log_groups", "Groups appended since the start.", () => executionLog.state().groups);
  metrics.gauge("airlock_log_executions", "Executions appended since the start.", () => executionLog.state().executions);

  const health = {
    metricsToken: options.metricsToken,
    parts: {
      // The last good state is enough to serve, so a missing JetStream is reported but does not make the runtime unready.
      jetstream: { needed: false, check: link.check },
      // Acknowledged executions must be as durable as configured; a missing stream is equivalent to JetStream being unavailable.
      streams: { needed: true, check: link.checkStreams },
      entries: { needed: false, check: () => entriesState(gates) },
      lease: { needed: false, check: () => ({ ok: held.holds() }) },
      disk: { needed: true, check: () => checkDisk(disks) },
      serving: { needed: true, check: () => ({ ok: !stopping, detail: `${deployments.size()} versions, ${keys.size()} keys` }) },
      // A release that cannot compile a version that the previous one served must not replace it: a rolling upgrade waits for this check.
      versions: { needed: true, check: () => versionsState(deployments.regressed()) },
      spool: { needed: true, check: () => checkStorage({ executionLog, spool, isConnected: link.connected }) },
    },
    metrics: metrics.text,
  };

  const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
    if (answerHealth(health, request, response) || answerPeer({ deployments, keys, releases, lease: held }, request, response)) return;
    if (openApi.handle(request, response)) return;
    execute.handle(request, response);
  });
  server.on("clientError", answerUnreadable);
  await listen(server, options.host, options.port);
  log.info({ port: options.port, versions: deployments.size(), keys: keys.size(), spooled: spool.bytes() }, "runtime is listening");

  return {
    stop: async () => {
      stopping = true;
      // Peers and readiness checks see it immediately; open connections may be used until they end.
      await Promise.all([closeServer(server, options.drainMillis), execute.finish(options.drainMillis)]);
      await execute.finish(0);
      egress.close();
      await shadows.settle();
      await executionLog.settle();
      clearInterval(retrying);
      await held.stop();
      await refusedRequests.stop();
      await link.stop();
      deployments.stop();
      scores.stop();
      lists.stop();
      await spool.close();
      for (const disk of disks) await disk.close();
    },
  };
}

/** Enough to identify them; the log has all of them. */
const shownVersions = 5;

function versionsState(regressed: readonly string[]): PartState {
  if (regressed.length === 0) return { ok: true };
  const shown = regressed.slice(0, shownVersions).join(", ");
  return { ok: false, detail: `${regressed.length} versions served before and do not compile in this release: ${shown}` };
}

/** A refused entry does not prevent serving the last good one. */
function entriesState(gates: Readonly<Record<string, Pick<EntryGate<"keys">, "refused">>>) {
  const refused = Object.entries(gates).flatMap(([bucket, gate]) => (gate.refused() === 0 ? [] : [`${gate.refused()} in ${bucket}`]));
  return refused.length === 0 ? { ok: true } : { ok: false, detail: `refused: ${refused.join(", ")}` };
}
