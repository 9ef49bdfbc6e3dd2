import { createServer } from "node:http";
import { join } from "node:path";
import { addProcessMetrics, answerHealth, answerUnreadable, closeServer, createMetrics, listen, type Log } from "@airlock/platform";
import { egressOf } from "@airlock/platform/egress";
import type { SecretBox } from "@airlock/platform/secrets";
import { createDeployments } from "./deployment/deployments.ts";
import { openLastGood } from "./disk/last-good.ts";
import { createEffects } from "./egress/egress.ts";
import { createDecide } from "./execution/decide.ts";
import { createDecisionMetrics } from "./execution/decision-metrics.ts";
import { createExecutionLog } from "./execution/execution-log.ts";
import { createKeptAnswers } from "./execution/kept-answers.ts";
import { createExecuteRoute } from "./execution/routes.ts";
import { openSpool } from "./execution/spool.ts";
import { createKeys } from "./key/keys.ts";
import { createJetStreamLink } from "./lease/jetstream-link.ts";
import { startLease, type Lease } from "./lease/lease.ts";
import { openModels } from "./model/models.ts";
import { openScoreTables } from "./scores/scores.ts";
import { createSecrets } from "./secret/secrets.ts";
import { answerPeer } from "./lease/peer-route.ts";
import { createPeers } from "./lease/peers.ts";

export interface RuntimeOptions {
  readonly runtimeId: string;
  readonly host: string;
  readonly port: number;
  /** Where peers reach it; empty for host and port. */
  readonly address: string;
  readonly dataFolder: string;
  readonly natsUrl: string;
  readonly natsReplicas: number;
  readonly maxInFlight: number;
  readonly maxBodyBytes: number;
  readonly drainMillis: number;
  readonly spoolMaxBytes: number;
  /** Places inside the network that flows may call. */
  readonly egressAllow: string;
  /** Opens secrets for web calls; without it a flow that names one fails and says so. */
  readonly secretBox: SecretBox | undefined;
  readonly log: Log;
}

export interface Runtime {
  readonly stop: () => Promise<void>;
}

const retryMillis = 1_000;

/** Puts the parts of a runtime together: first what is on the disk, then the door, and JetStream when it comes. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { runtimeId, log } = options;
  const metrics = createMetrics();
  addProcessMetrics(metrics);
  const folder = join(options.dataFolder, "runtime");
  const deploymentDisk = await openLastGood(join(folder, "deployments.lines"));
  const keyDisk = await openLastGood(join(folder, "keys.lines"));
  const peerDisk = await openLastGood(join(folder, "peers.lines"));
  const secretDisk = await openLastGood(join(folder, "secrets.lines"));
  const spool = await openSpool({ folder: join(folder, "spool"), maxBytes: options.spoolMaxBytes });

  const egress = egressOf(options.egressAllow);

  let lease: Lease | undefined;
  let stopping = false;
  const models = await openModels({ folder: join(folder, "models"), bucket: () => link.models(), log });
  const scores = await openScoreTables({
    folder: join(folder, "scores"),
    heads: () => link.scores(),
    pieces: () => link.models(),
    log,
  });
  const deployments = createDeployments({ disk: deploymentDisk, models, scores, log, onChange: () => lease?.changed() });
  const keys = createKeys({ disk: keyDisk, log });
  const secrets = createSecrets({ disk: secretDisk, box: options.secretBox, log });
  const peers = createPeers({ runtimeId, disk: peerDisk });
  const link = createJetStreamLink({
    url: options.natsUrl,
    replicas: options.natsReplicas,
    runtimeId,
    address: options.address === "" ? `http://${options.host}:${options.port}` : options.address,
    deployments,
    keys,
    secrets,
    scores,
    peers,
    disks: [deploymentDisk, keyDisk, secretDisk, peerDisk],
    onUp: () => {
      executionLog.retry();
      lease?.changed();
    },
    log,
  });
  const executionLog = createExecutionLog({ publish: link.publish, spool, log });
  const held = startLease({
    renew: link.renew,
    askPeers: async () => {
      const { stopped, revoked } = await peers.changesSince(link.applied());
      for (const [versionId, revision] of stopped) deployments.stopByPeer(versionId, revision);
      for (const [keyId, revision] of revoked) keys.revokeByPeer(keyId, revision);
      await Promise.all([deploymentDisk.flush(), keyDisk.flush()]);
    },
    log,
  });
  lease = held;
  const retrying = setInterval(() => executionLog.retry(), retryMillis);

  const execute = createExecuteRoute({
    runtimeId,
    keys,
    decide: createDecide({ deployments, effectsFor: createEffects(egress, secrets, models, scores) }),
    executionLog,
    keptAnswers: createKeptAnswers(link.answers, Date.now),
    lease: held,
    metrics: createDecisionMetrics(metrics),
    maxInFlight: options.maxInFlight,
    maxBodyBytes: options.maxBodyBytes,
    stopping: () => stopping,
    log,
  });
  metrics.gauge("airlock_decisions_in_flight", "Decisions being worked on.", execute.inFlight);
  metrics.gauge("airlock_web_calls_under_way", "Web calls of flows that wait for their answer.", egress.underWay);
  metrics.gauge("airlock_versions", "Versions known to this runtime.", deployments.size);
  metrics.gauge("airlock_models", "Models of predictions in the memory of this runtime.", models.size);
  metrics.gauge("airlock_score_tables", "Models whose scores of everybody are in the memory of this runtime.", scores.size);
  metrics.gauge("airlock_secrets", "Secrets for web calls known to this runtime.", secrets.size);
  metrics.gauge("airlock_lease_holds", "1 while this runtime's word is taken and up to date.", () => (held.holds() ? 1 : 0));
  metrics.gauge("airlock_spool_bytes", "Bytes on disk that JetStream does not have yet.", spool.bytes);
  metrics.gauge("airlock_log_direct", "1 while executions go to JetStream, 0 while they go to the spool.", () =>
    executionLog.state().direct ? 1 : 0,
  );
  metrics.gauge("airlock_log_groups", "Groups appended since the start.", () => executionLog.state().groups);
  metrics.gauge("airlock_log_executions", "Executions appended since the start.", () => executionLog.state().executions);

  const health = {
    parts: {
      // Last known good is enough to serve by, so JetStream's absence is told but does not take the runtime out.
      jetstream: { needed: false, check: link.check },
      lease: { needed: false, check: () => ({ ok: held.holds() }) },
      serving: { needed: true, check: () => ({ ok: !stopping, detail: `${deployments.size()} versions, ${keys.size()} keys` }) },
      spool: { needed: true, check: () => ({ ok: spool.bytes() < options.spoolMaxBytes, detail: `${spool.bytes()} bytes` }) },
    },
    metrics: metrics.text,
  };

  const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
    if (answerHealth(health, request, response) || answerPeer({ deployments, keys, lease: held }, request, response)) return;
    execute.handle(request, response);
  });
  server.on("clientError", answerUnreadable);
  await listen(server, options.host, options.port);
  log.info({ port: options.port, versions: deployments.size(), keys: keys.size(), spooled: spool.bytes() }, "runtime answers");

  return {
    stop: async () => {
      stopping = true;
      // Peers and readiness hear of it at once; who holds a connection may use it until it is over.
      await closeServer(server, options.drainMillis);
      egress.close();
      await executionLog.settle();
      clearInterval(retrying);
      await held.stop();
      await link.stop();
      scores.stop();
      await spool.close();
      await deploymentDisk.close();
      await keyDisk.close();
      await secretDisk.close();
      await peerDisk.close();
    },
  };
}
