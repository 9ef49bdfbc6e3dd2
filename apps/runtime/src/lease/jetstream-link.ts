import {
  bucketRevision,
  checkNats,
  createAppender,
  createMissingLeases,
  connectNats,
  NotAcknowledged,
  openBucket,
  untilReady,
  watchShape,
  type Appender,
  type Bucket,
  type DurableMessage,
  type EntrySigner,
  type Log,
  type Nats,
  type NatsAccess,
  type PartState,
  type ShapeWatch,
  type Watch,
} from "@airlock/platform";
import type { Deployments } from "../deployment/deployments.ts";
import type { LastGood } from "../disk/last-good.ts";
import type { Releases } from "../release/releases.ts";
import type { Keys } from "../key/keys.ts";
import type { ListTables } from "../list/lists.ts";
import type { ScoreTables } from "../scores/scores.ts";
import type { Secrets } from "../secret/secrets.ts";
import { createCatchUp } from "./catch-up.ts";
import type { Peers, Since } from "./peers.ts";

/**
 * The runtime's connection to JetStream. Nothing here prevents the process from starting or responding: before the first connection, and whenever
 * JetStream is unavailable, appends are refused immediately and renewals fail.
 */
export interface JetStreamLink {
  readonly publish: (message: DurableMessage) => Promise<void>;
  readonly connected: () => boolean;
  /** The server's maximum message size; undefined before the first connection. */
  readonly maxMessageBytes: () => number | undefined;
  readonly renew: (kind: "regular" | "change") => Promise<boolean>;
  /** The bucket of stored answers; throws while JetStream is unavailable. */
  readonly answers: () => Bucket<"answers">;
  /** The bucket of models; throws while JetStream is unavailable. */
  readonly models: () => Bucket<"models">;
  /** The bucket with the newest scores of each model; throws while JetStream is unavailable. */
  readonly scores: () => Bucket<"scores">;
  /** The bucket with the versions of lists; throws while JetStream is unavailable. */
  readonly lists: () => Bucket<"lists">;
  /** The last revisions of the buckets that this process has applied. */
  readonly applied: () => Omit<Since, "releases">;
  readonly check: () => Promise<PartState>;
  /** Whether the streams are as durable as this process requires. */
  readonly checkStreams: () => PartState;
  readonly stop: () => Promise<void>;
}

export interface JetStreamLinkOptions {
  readonly nats: NatsAccess;
  readonly replicas: number;
  readonly monitoringUrl: string;
  readonly runtimeId: string;
  readonly address: string;
  readonly deployments: Deployments;
  readonly releases: Pick<Releases, "apply">;
  readonly keys: Keys;
  readonly secrets: Pick<Secrets, "apply">;
  readonly scores: Pick<ScoreTables, "apply">;
  readonly lists: Pick<ListTables, "apply">;
  readonly peers: Peers;
  /** Verifies bucket entries. */
  readonly signer: EntrySigner;
  /** The highest of these revisions of the bucket `keys` up to which no entry was refused. */
  readonly settledKeys: (revision: number) => number;
  readonly refusedKeys: () => readonly string[];
  /** The same for the bucket `releases`. */
  readonly settledReleases: (revision: number) => number;
  readonly refusedReleases: () => readonly string[];
  readonly disks: readonly LastGood[];
  /** A change of keys or releases was applied, which the lease reports. */
  readonly onApplied: () => void;
  /** JetStream became available, for the first time or again. */
  readonly onUp: () => void;
  readonly log: Log;
}

interface Opened {
  readonly nats: Nats;
  readonly appender: Appender;
  readonly leases: Bucket<"runtimes">;
  readonly answers: Bucket<"answers">;
  readonly models: Bucket<"models">;
  readonly deployments: Watch;
  readonly releases: Watch;
  readonly keys: Watch;
  readonly secrets: Watch;
  readonly scores: Watch;
  readonly lists: Watch;
  readonly peers: Watch;
}

/** An append that takes longer is written to the spool, because the local disk is then faster. */
const appendMillis = 2_000;
const renewMillis = 1_000;
const reopenMillis = 200;

export function createJetStreamLink(options: JetStreamLinkOptions): JetStreamLink {
  const { runtimeId, address, log } = options;
  const stopping = new AbortController();
  const catchUp = createCatchUp(log);
  let opened: Opened | undefined;
  /** Opened before the watches, whose first entries may need them. */
  let bucketOfModels: Bucket<"models"> | undefined;
  let bucketOfScores: Bucket<"scores"> | undefined;
  let bucketOfLists: Bucket<"lists"> | undefined;
  let connection: Nats | undefined;
  let shape: ShapeWatch | undefined;
  let firstAnswer: () => void = () => undefined;
  /** Resolves when the first attempt has succeeded or failed: a stop that was missed while this process was down must be applied before it serves. */
  const firstContact = new Promise<void>((resolve) => {
    firstAnswer = resolve;
  });

  async function open(): Promise<void> {
    const nats = await connectNats({
      ...options.nats,
      process: "runtime",
      name: `runtime ${runtimeId}`,
      log,
      signal: stopping.signal,
      onAway: firstAnswer,
    });
    connection = nats;
    shape = watchShape(nats, {
      shape: { replicas: options.replicas },
      missing: "tolerated",
      monitoringUrl: options.monitoringUrl,
      log,
    });
    const isReady = await untilReady({
      name: "JetStream",
      attempt: async () => {
        await createMissingLeases(nats, { replicas: options.replicas });
        const deployments = await openBucket(nats, "deployments", options.signer);
        const releases = await openBucket(nats, "releases", options.signer);
        const keys = await openBucket(nats, "keys", options.signer);
        const secrets = await openBucket(nats, "secrets", options.signer);
        const leases = await openBucket(nats, "runtimes");
        const answers = await openBucket(nats, "answers");
        const models = await openBucket(nats, "models");
        bucketOfModels = models;
        const scores = await openBucket(nats, "scores", options.signer);
        bucketOfScores = scores;
        const lists = await openBucket(nats, "lists", options.signer);
        bucketOfLists = lists;
        opened = {
          nats,
          appender: createAppender(nats, { timeoutMillis: appendMillis }),
          leases,
          answers,
          models,
          deployments: deployments.watch({ onEntry: options.deployments.apply, log }),
          releases: releases.watch({
            onEntry: (entry) => {
              options.releases.apply(entry);
              if (opened?.releases.synced() === true) options.onApplied();
            },
            onSynced: options.onApplied,
            log,
          }),
          keys: keys.watch({
            onEntry: (entry) => {
              options.keys.apply(entry);
              // While all keys are being read, one report at the end is enough.
              if (opened?.keys.synced() === true) options.onApplied();
            },
            onSynced: options.onApplied,
            log,
          }),
          secrets: secrets.watch({ onEntry: options.secrets.apply, log }),
          scores: scores.watch({ onEntry: options.scores.apply, log }),
          lists: lists.watch({ onEntry: options.lists.apply, log }),
          peers: leases.watch({ onEntry: options.peers.apply, log }),
        };
        return true;
      },
      retryMillis: reopenMillis,
      signal: stopping.signal,
      onFailure: firstAnswer,
      log,
    });
    if (isReady === undefined) return;
    nats.onChange((connected) => {
      if (connected) options.onUp();
    });
    options.onUp();
    firstAnswer();
  }

  const opening = open().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });

  async function renew(kind: "regular" | "change"): Promise<boolean> {
    await firstContact;
    if (opened === undefined || !opened.nats.connected()) return false;
    const { nats, leases } = opened;
    try {
      // On a change the watches have just reported; once a second, check that they have missed nothing.
      if (kind === "regular" && !(await upToDate(opened))) return false;
      const applied = options.deployments.settled(opened.deployments.applied());
      const appliedKeys = options.settledKeys(opened.keys.applied());
      const appliedReleases = options.settledReleases(opened.releases.applied());
      const refused = options.deployments.refused();
      const refusedKeys = options.refusedKeys();
      const refusedReleases = options.refusedReleases();
      const versions = options.deployments.report();
      // Confirm only what survives this process: a restart must not forget a stop.
      await Promise.all(options.disks.map((disk) => disk.flush()));
      const lease = { runtimeId, address, applied, appliedKeys, appliedReleases, refused, refusedKeys, refusedReleases, versions };
      await leases.put(runtimeId, lease, renewMillis);
      return true;
    } catch (error) {
      if (!nats.connected()) return false;
      log.warn({ err: error }, "the lease was not renewed");
      // A server that was restored without its disk has no other streams either, until a worker creates them.
      await createMissingLeases(nats, { replicas: options.replicas }).catch(() => undefined);
      return false;
    }
  }

  async function upToDate({ nats, ...watches }: Opened): Promise<boolean> {
    const watched = await Promise.all(
      (["deployments", "releases", "keys", "secrets"] as const).map(async (name) => ({
        watch: watches[name],
        revision: await bucketRevision(nats, name, renewMillis),
      })),
    );
    return catchUp(watched);
  }

  return {
    publish: async (message) => {
      if (opened === undefined) throw new NotAcknowledged("not connected yet", { maybeStored: false });
      await opened.appender.append(message);
    },
    connected: () => opened?.nats.connected() === true,
    maxMessageBytes: () => opened?.appender.maxMessageBytes(),
    renew,
    answers: () => {
      if (opened === undefined || !opened.nats.connected()) throw new NotAcknowledged("not connected", { maybeStored: false });
      return opened.answers;
    },
    models: () => {
      if (bucketOfModels === undefined) throw new NotAcknowledged("not connected", { maybeStored: false });
      return bucketOfModels;
    },
    scores: () => {
      if (bucketOfScores === undefined) throw new NotAcknowledged("not connected", { maybeStored: false });
      return bucketOfScores;
    },
    lists: () => {
      if (bucketOfLists === undefined) throw new NotAcknowledged("not connected", { maybeStored: false });
      return bucketOfLists;
    },
    applied: () => ({ deployments: opened?.deployments.applied() ?? 0, keys: opened?.keys.applied() ?? 0 }),
    check: () => checkNats(opened?.nats),
    checkStreams: () => shape?.check() ?? { ok: true, detail: "not compared yet" },
    stop: async () => {
      stopping.abort();
      shape?.stop();
      opened?.appender.close();
      for (const watch of [
        opened?.deployments,
        opened?.releases,
        opened?.keys,
        opened?.secrets,
        opened?.scores,
        opened?.lists,
        opened?.peers,
      ])
        watch?.stop();
      // An orderly shutdown deletes the lease, so that no one waits for it to expire.
      if (opened?.nats.connected() === true) await opened.leases.remove(runtimeId, renewMillis).catch(() => undefined);
      await connection?.close();
      await opening;
    },
  };
}
