import type { BucketName } from "@airlock/contract";
import { connectNats, ensureDataPlane, openBucket, type Bucket, type Log, type Nats } from "@airlock/platform";
import { watchRuntimes, type Runtimes, type SharedBucket } from "@airlock/platform/orders";

/**
 * JetStream as the api uses it. The api starts and answers without it: until the first connection stands, orders to runtimes fail
 * at once and their jobs try again.
 */
export interface DataPlane {
  readonly nats: () => Nats | undefined;
  readonly deployments: SharedBucket<"deployments">;
  readonly keys: SharedBucket<"keys">;
  readonly runtimes: Runtimes;
  readonly close: () => Promise<void>;
}

interface Opened {
  readonly nats: Nats;
  readonly buckets: { readonly [Name in BucketName]: Bucket<Name> };
  readonly runtimes: Runtimes;
}

const retryMillis = 500;

export function openDataPlane(options: { readonly url: string; readonly replicas: number; readonly log: Log }): DataPlane {
  const { log } = options;
  const stopping = new AbortController();
  const listeners = new Set<() => void>();
  let connection: Nats | undefined;
  let opened: Opened | undefined;

  async function open(): Promise<void> {
    const nats = await connectNats({ url: options.url, name: "api", log, signal: stopping.signal });
    connection = nats;
    while (!stopping.signal.aborted) {
      try {
        await ensureDataPlane(nats, { replicas: options.replicas });
        const buckets = {
          deployments: await openBucket(nats, "deployments"),
          keys: await openBucket(nats, "keys"),
          runtimes: await openBucket(nats, "runtimes"),
        };
        const runtimes = watchRuntimes(buckets.runtimes, log);
        runtimes.onChange(() => {
          for (const listener of listeners) listener();
        });
        opened = { nats, buckets, runtimes };
        return;
      } catch (error) {
        log.warn({ err: error }, "JetStream is not ready yet");
        await new Promise((resolve) => setTimeout(resolve, retryMillis));
      }
    }
  }

  const opening = open().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });

  function shared<Name extends BucketName>(name: Name): SharedBucket<Name> {
    const bucket = (): Bucket<Name> => {
      if (opened === undefined) throw new Error("JetStream was not reached yet.");
      return opened.buckets[name];
    };
    return {
      get: async (key) => bucket().get(key),
      replace: async (key, value, revision) => bucket().replace(key, value, revision),
    };
  }

  return {
    nats: () => opened?.nats,
    deployments: shared("deployments"),
    keys: shared("keys"),
    runtimes: {
      live: () => opened?.runtimes.live() ?? [],
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
