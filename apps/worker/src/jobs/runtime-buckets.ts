import {
  createMissingStreams,
  openBucket,
  type Bucket,
  type DataPlaneShape,
  type EntrySigner,
  type Log,
  type Nats,
} from "@airlock/platform";
import { watchRuntimes, type Runtimes } from "@airlock/backend/deployments";

export interface RuntimeBucketsOptions {
  readonly nats: Nats;
  readonly shape: DataPlaneShape;
  readonly signer: EntrySigner;
  readonly log: Log;
}

interface Opened {
  readonly deployments: Bucket<"deployments">;
  readonly releases: Bucket<"releases">;
  readonly models: Bucket<"models">;
  readonly scores: Bucket<"scores">;
  readonly lists: Bucket<"lists">;
  readonly keys: Bucket<"keys">;
  readonly secrets: Bucket<"secrets">;
  readonly runtimes: Runtimes;
}

/** The buckets that runtimes serve from, opened on first use. */
export interface RuntimeBuckets {
  readonly open: () => Promise<Opened>;
  /** After JetStream lost its disk: creates the streams again. The reconciliation restores their entries. */
  readonly createMissing: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createRuntimeBuckets({ nats, shape, signer, log }: RuntimeBucketsOptions): RuntimeBuckets {
  let opening: Promise<Opened> | undefined;

  async function createMissing(): Promise<void> {
    const created = await createMissingStreams(nats, shape);
    if (created.length > 0) log.warn({ created }, "streams were missing and have been created again");
  }

  async function openAll(): Promise<Opened> {
    await createMissing();
    return {
      deployments: await openBucket(nats, "deployments", signer),
      releases: await openBucket(nats, "releases", signer),
      models: await openBucket(nats, "models"),
      scores: await openBucket(nats, "scores", signer),
      lists: await openBucket(nats, "lists", signer),
      keys: await openBucket(nats, "keys", signer),
      secrets: await openBucket(nats, "secrets", signer),
      runtimes: watchRuntimes(await openBucket(nats, "runtimes"), log),
    };
  }

  return {
    open: async () => {
      try {
        return await (opening ??= openAll());
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    createMissing,
    close: async () => {
      (await opening?.catch(() => undefined))?.runtimes.stop();
    },
  };
}
