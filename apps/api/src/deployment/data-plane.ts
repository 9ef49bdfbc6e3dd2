import { setTimeout as sleep } from "node:timers/promises";
import type { BucketName } from "@airlock/contract";
import { connectNats, ensureDataPlane, openBucket, type Bucket, type Log, type Nats } from "@airlock/platform";
import { watchRuntimes, type Runtimes, type SharedBucket } from "@airlock/platform/orders";

/**
 * JetStream as the api uses it. The api starts and answers without it: while no server can be reached, orders to runtimes fail at
 * once and their jobs try again. While a server that answers is being asked for its buckets they wait a little: a cluster that has just started
 * is still choosing who leads each of them.
 */
export interface DataPlane {
  readonly nats: () => Nats | undefined;
  readonly deployments: SharedBucket<"deployments">;
  readonly models: SharedBucket<"models">;
  readonly scores: SharedBucket<"scores">;
  readonly keys: SharedBucket<"keys">;
  readonly secretEntries: SharedBucket<"secrets">;
  readonly runtimes: Runtimes;
  readonly close: () => Promise<void>;
}

/** Runtimes alone keep answers. */
type ApiBucket = Exclude<BucketName, "answers">;

interface Opened {
  readonly nats: Nats;
  readonly buckets: { readonly [Name in ApiBucket]: Bucket<Name> };
  readonly runtimes: Runtimes;
}

const retryMillis = 500;
const patienceMillis = 10_000;

export function openDataPlane(options: { readonly url: string; readonly replicas: number; readonly log: Log }): DataPlane {
  const { log } = options;
  const stopping = new AbortController();
  const listeners = new Set<() => void>();
  let connection: Nats | undefined;
  let opened: Opened | undefined;
  /** The buckets are open, or no server could be reached. */
  const known = Promise.withResolvers<void>();

  async function open(): Promise<void> {
    const nats = await connectNats({ url: options.url, name: "api", log, signal: stopping.signal, onAway: known.resolve });
    connection = nats;
    while (!stopping.signal.aborted) {
      try {
        await ensureDataPlane(nats, { replicas: options.replicas });
        const buckets = {
          deployments: await openBucket(nats, "deployments"),
          models: await openBucket(nats, "models"),
          scores: await openBucket(nats, "scores"),
          keys: await openBucket(nats, "keys"),
          secrets: await openBucket(nats, "secrets"),
          runtimes: await openBucket(nats, "runtimes"),
        };
        const runtimes = watchRuntimes(buckets.runtimes, log);
        runtimes.onChange(() => {
          for (const listener of listeners) listener();
        });
        opened = { nats, buckets, runtimes };
        known.resolve();
        return;
      } catch (error) {
        log.warn({ err: error }, "JetStream is not ready yet");
        await sleep(retryMillis);
      }
    }
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
      replace: async (key, value, revision) => (await bucket()).replace(key, value, revision),
    };
  }

  return {
    nats: () => opened?.nats,
    deployments: shared("deployments"),
    models: shared("models"),
    scores: shared("scores"),
    keys: shared("keys"),
    secretEntries: shared("secrets"),
    runtimes: {
      live: () => opened?.runtimes.live() ?? [],
      heard: () => opened?.runtimes.heard() ?? false,
      onChange: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      stop: () => opened?.runtimes.stop(),
    },
    close: async () => {
      stopping.abort();
      opened?.runtimes.stop();
      await connection?.close();
      await opening;
    },
  };
}
