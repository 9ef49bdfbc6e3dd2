import { setTimeout as sleep } from "node:timers/promises";
import type { BucketName } from "@airlock/contract";
import {
  connectNats,
  openBucket,
  untilReady,
  watchShape,
  type Bucket,
  type EntrySigner,
  type Log,
  type Nats,
  type NatsAccess,
  type PartState,
  type ShapeWatch,
} from "@airlock/platform";
import { watchRuntimes, type Runtimes, type SharedBucket } from "@airlock/backend/deployments";

/**
 * JetStream as the api uses it. The api starts and serves requests without it: while no server can be reached, messages to runtimes fail at
 * once and their jobs retry. While a reachable server is being queried for its buckets, they wait briefly: a cluster that has just started
 * is still electing a leader for each bucket.
 */
export interface DataPlane {
  readonly nats: () => Nats | undefined;
  /** Whether the streams are as durable as configured. */
  readonly checkStreams: () => PartState;
  readonly deployments: SharedBucket<"deployments">;
  readonly releases: SharedBucket<"releases">;
  readonly models: SharedBucket<"models">;
  readonly scores: SharedBucket<"scores">;
  readonly lists: SharedBucket<"lists">;
  readonly keys: SharedBucket<"keys">;
  readonly secretEntries: SharedBucket<"secrets">;
  readonly runtimes: Runtimes;
  readonly close: () => Promise<void>;
}

/** Only runtimes use the bucket of stored responses. */
type ApiBucket = Exclude<BucketName, "answers">;

interface Opened {
  readonly nats: Nats;
  readonly buckets: { readonly [Name in ApiBucket]: Bucket<Name> };
  readonly runtimes: Runtimes;
}

const retryMillis = 500;
const patienceMillis = 10_000;

export interface DataPlaneOptions {
  readonly nats: NatsAccess;
  readonly replicas: number;
  readonly monitoringUrl?: string;
  readonly signer: EntrySigner;
  readonly log: Log;
}

export function openDataPlane(options: DataPlaneOptions): DataPlane {
  const { log } = options;
  const stopping = new AbortController();
  const listeners = new Set<() => void>();
  let connection: Nats | undefined;
  let shape: ShapeWatch | undefined;
  let opened: Opened | undefined;
  /** The buckets are open, or no server could be reached. */
  const known = Promise.withResolvers<void>();

  async function open(): Promise<void> {
    const nats = await connectNats({
      ...options.nats,
      process: "api",
      name: "api",
      log,
      signal: stopping.signal,
      onAway: known.resolve,
    });
    connection = nats;
    shape = watchShape(nats, {
      shape: { replicas: options.replicas },
      missing: "tolerated",
      monitoringUrl: options.monitoringUrl ?? "",
      log,
    });
    await untilReady({
      name: "JetStream",
      attempt: async () => {
        const buckets = {
          deployments: await openBucket(nats, "deployments", options.signer),
          releases: await openBucket(nats, "releases", options.signer),
          models: await openBucket(nats, "models"),
          scores: await openBucket(nats, "scores", options.signer),
          lists: await openBucket(nats, "lists", options.signer),
          keys: await openBucket(nats, "keys", options.signer),
          secrets: await openBucket(nats, "secrets", options.signer),
          runtimes: await openBucket(nats, "runtimes"),
        };
        const runtimes = watchRuntimes(buckets.runtimes, log);
        runtimes.onChange(() => {
          for (const listener of listeners) listener();
        });
        opened = { nats, buckets, runtimes };
        known.resolve();
      },
      retryMillis,
      signal: stopping.signal,
      log,
    });
  }

  const opening = open().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });

  function shared<Name extends ApiBucket>(name: Name): SharedBucket<Name> {
    const bucket = async (): Promise<Bucket<Name>> => {
      if (opened === undefined) await Promise.race([known.promise, sleep(patienceMillis, undefined, { ref: false })]);
      if (opened === undefined) throw new Error("JetStream was not reached yet.");
      return opened.buckets[name];
    };
    return {
      get: async (key) => (await bucket()).get(key),
      replace: async (...order) => (await bucket()).replace(...order),
    };
  }

  return {
    nats: () => opened?.nats,
    checkStreams: () => shape?.check() ?? { ok: true, detail: "not compared yet" },
    deployments: shared("deployments"),
    releases: shared("releases"),
    models: shared("models"),
    scores: shared("scores"),
    lists: shared("lists"),
    keys: shared("keys"),
    secretEntries: shared("secrets"),
    runtimes: {
      live: () => opened?.runtimes.live() ?? [],
      isSynced: () => opened?.runtimes.isSynced() ?? false,
      onChange: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      stop: () => opened?.runtimes.stop(),
    },
    close: async () => {
      stopping.abort();
      shape?.stop();
      opened?.runtimes.stop();
      await connection?.close();
      await opening;
    },
  };
}
