import {
  bucketRevision,
  checkNats,
  createAppender,
  connectNats,
  ensureDataPlane,
  NotAcknowledged,
  openBucket,
  type Appender,
  type Bucket,
  type DurableMessage,
  type Log,
  type Nats,
  type PartState,
  type Watch,
} from "@airlock/platform";
import type { Deployments } from "../deployment/deployments.ts";
import type { LastGood } from "../disk/last-good.ts";
import type { Keys } from "../key/keys.ts";
import type { ScoreTables } from "../scores/scores.ts";
import type { Secrets } from "../secret/secrets.ts";
import { createCatchUp } from "./catch-up.ts";
import type { Peers, Since } from "./peers.ts";

/**
 * Everything that a runtime has to do with JetStream. Nothing here keeps the process from starting or answering: until the first
 * connection stands, and whenever it is away, appends are refused at once and renewals fail.
 */
export interface JetStreamLink {
  readonly publish: (message: DurableMessage) => Promise<void>;
  readonly renew: (kind: "regular" | "change") => Promise<boolean>;
  /** The bucket of kept answers; throws while JetStream is away. */
  readonly answers: () => Bucket<"answers">;
  /** The bucket of models; throws while JetStream is away. */
  readonly models: () => Bucket<"models">;
  /** The bucket that tells which scores are the newest; throws while JetStream is away. */
  readonly scores: () => Bucket<"scores">;
  /** The last revisions of the buckets that this process has carried out. */
  readonly applied: () => Since;
  readonly check: () => Promise<PartState>;
  readonly stop: () => Promise<void>;
}

export interface JetStreamLinkOptions {
  readonly url: string;
  readonly replicas: number;
  readonly runtimeId: string;
  readonly address: string;
  readonly deployments: Deployments;
  readonly keys: Keys;
  readonly secrets: Pick<Secrets, "apply">;
  readonly scores: Pick<ScoreTables, "apply">;
  readonly peers: Peers;
  readonly disks: readonly LastGood[];
  /** JetStream can be spoken to, for the first time or again. */
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
  readonly keys: Watch;
  readonly secrets: Watch;
  readonly scores: Watch;
  readonly peers: Watch;
}

/** An append that takes longer than this goes to the spool: the disk at hand is then the faster one. */
const appendMillis = 2_000;
const renewMillis = 1_000;
const reopenMillis = 200;

export function createJetStreamLink(options: JetStreamLinkOptions): JetStreamLink {
  const { runtimeId, address, log } = options;
  const stopping = new AbortController();
  const catchUp = createCatchUp(log);
  let opened: Opened | undefined;
  /** There before the watches are, whose first entries may need it. */
  let bucketOfModels: Bucket<"models"> | undefined;
  let bucketOfScores: Bucket<"scores"> | undefined;
  let connection: Nats | undefined;
  let firstAnswer: () => void = () => undefined;
  /** Settled when the first attempt has come to something: a stop that was missed while this process was down must be heard first. */
  const firstContact = new Promise<void>((resolve) => {
    firstAnswer = resolve;
  });

  async function open(): Promise<void> {
    const nats = await connectNats({ url: options.url, name: `runtime ${runtimeId}`, log, signal: stopping.signal, onAway: firstAnswer });
    connection = nats;
    for (;;) {
      try {
        await ensureDataPlane(nats, { replicas: options.replicas });
        const deployments = await openBucket(nats, "deployments");
        const keys = await openBucket(nats, "keys");
        const secrets = await openBucket(nats, "secrets");
        const leases = await openBucket(nats, "runtimes");
        const answers = await openBucket(nats, "answers");
        const models = await openBucket(nats, "models");
        bucketOfModels = models;
        const scores = await openBucket(nats, "scores");
        bucketOfScores = scores;
        opened = {
          nats,
          appender: createAppender(nats, { timeoutMillis: appendMillis }),
          leases,
          answers,
          models,
          deployments: deployments.watch({ onEntry: options.deployments.apply, log }),
          keys: keys.watch({ onEntry: options.keys.apply, log }),
          secrets: secrets.watch({ onEntry: options.secrets.apply, log }),
          scores: scores.watch({ onEntry: options.scores.apply, log }),
          peers: leases.watch({ onEntry: options.peers.apply, log }),
        };
        break;
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn({ err: error }, "JetStream is not ready yet");
        firstAnswer();
        await new Promise((resolve) => setTimeout(resolve, reopenMillis));
      }
    }
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
      // At a change the watches have just been heard; once a second it is made sure that they hear everything.
      if (kind === "regular" && !(await upToDate(opened))) return false;
      const applied = options.deployments.settled(opened.deployments.applied());
      const versions = options.deployments.report();
      // Confirmed is only what survives this process: a stop must not be forgotten by a restart.
      await Promise.all(options.disks.map((disk) => disk.flush()));
      await leases.put(runtimeId, { runtimeId, address, applied, versions }, renewMillis);
      return true;
    } catch (error) {
      if (!nats.connected()) return false;
      log.warn({ err: error }, "the lease was not renewed");
      // A server that came back without its disk has no streams and no buckets.
      await ensureDataPlane(nats, { replicas: options.replicas }).catch(() => undefined);
      return false;
    }
  }

  async function upToDate({ nats, ...watches }: Opened): Promise<boolean> {
    const watched = await Promise.all(
      (["deployments", "keys", "secrets"] as const).map(async (name) => ({
        watch: watches[name],
        revision: await bucketRevision(nats, name, renewMillis),
      })),
    );
    return catchUp(watched);
  }

  return {
    publish: async (message) => {
      if (opened === undefined) throw new NotAcknowledged("not connected yet");
      await opened.appender.append(message);
    },
    renew,
    answers: () => {
      if (opened === undefined || !opened.nats.connected()) throw new NotAcknowledged("not connected");
      return opened.answers;
    },
    models: () => {
      if (bucketOfModels === undefined) throw new NotAcknowledged("not connected");
      return bucketOfModels;
    },
    scores: () => {
      if (bucketOfScores === undefined) throw new NotAcknowledged("not connected");
      return bucketOfScores;
    },
    applied: () => ({ deployments: opened?.deployments.applied() ?? 0, keys: opened?.keys.applied() ?? 0 }),
    check: () => checkNats(opened?.nats),
    stop: async () => {
      stopping.abort();
      opened?.appender.close();
      for (const watch of [opened?.deployments, opened?.keys, opened?.secrets, opened?.scores, opened?.peers]) watch?.stop();
      // A process that leaves in order says so, instead of being waited for until its lease runs out.
      if (opened?.nats.connected() === true) await opened.leases.remove(runtimeId, renewMillis).catch(() => undefined);
      await connection?.close();
      await opening;
    },
  };
}
