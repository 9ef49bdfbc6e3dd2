import { createServer } from "node:http";
import { join } from "node:path";
import { answerHealth, closeServer, createMetrics, listen, type Log } from "@airlock/platform";
import { createDeployments } from "./deployment/deployments.ts";
import { openLastGood } from "./disk/last-good.ts";
import { egress } from "./egress/egress.ts";
import { createDecide } from "./execution/decide.ts";
import { createDecisionMetrics } from "./execution/decision-metrics.ts";
import { createExecutionLog } from "./execution/execution-log.ts";
import { createExecuteRoute } from "./execution/routes.ts";
import { openSpool } from "./execution/spool.ts";
import { createKeys } from "./key/keys.ts";
import { createJetStreamLink } from "./lease/jetstream-link.ts";
import { startLease, type Lease } from "./lease/lease.ts";
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
  readonly spoolMaxBytes: number;
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
  const folder = join(options.dataFolder, "runtime");
  const deploymentDisk = await openLastGood(join(folder, "deployments.lines"));
  const keyDisk = await openLastGood(join(folder, "keys.lines"));
  const peerDisk = await openLastGood(join(folder, "peers.lines"));
  const spool = await openSpool({ folder: join(folder, "spool"), maxBytes: options.spoolMaxBytes });

  let lease: Lease | undefined;
  let stopping = false;
  const deployments = createDeployments({ disk: deploymentDisk, log, onChange: () => lease?.changed() });
  const keys = createKeys({ disk: keyDisk, log });
  const peers = createPeers({ runtimeId, disk: peerDisk });
  const link = createJetStreamLink({
    url: options.natsUrl,
    replicas: options.natsReplicas,
    runtimeId,
    address: options.address === "" ? `http://${options.host}:${options.port}` : options.address,
    deployments,
    keys,
    peers,
    disks: [deploymentDisk, keyDisk, peerDisk],
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
    decide: createDecide({ deployments, effects: egress }),
    executionLog,
    lease: held,
    metrics: createDecisionMetrics(metrics),
    maxInFlight: options.maxInFlight,
    maxBodyBytes: options.maxBodyBytes,
    stopping: () => stopping,
    log,
  });
  metrics.gauge("airlock_decisions_in_flight", "Decisions being worked on.", execute.inFlight);
  metrics.gauge("airlock_versions", "Versions known to this runtime.", deployments.size);
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
  await listen(server, options.host, options.port);
  log.info({ port: options.port, versions: deployments.size(), keys: keys.size(), spooled: spool.bytes() }, "runtime answers");

  return {
    stop: async () => {
      stopping = true;
      await closeServer(server);
      await executionLog.settle();
      clearInterval(retrying);
      await held.stop();
      await link.stop();
      await spool.close();
      await deploymentDisk.close();
      await keyDisk.close();
      await peerDisk.close();
    },
  };
}
