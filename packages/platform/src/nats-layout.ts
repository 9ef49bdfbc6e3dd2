import {
  buckets,
  deadExecutionStream,
  deadExecutionSubject,
  duplicateWindowMillis,
  executionStream,
  keptAnswerMillis,
  leaseMillis,
} from "@airlock/contract";
import { DiscardPolicy, jetstreamManager, JetStreamApiError, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import type { JetStreamManager, StreamConfig } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { nanos } from "@nats-io/transport-node";
import type { Nats } from "./nats.ts";

const megabyte = 1024 ** 2;

/**
 * Every stream and bucket of the data plane, made if missing and brought to this shape if not. Every process calls it at its
 * start, so that none depends on the order in which they come up.
 */
export async function ensureDataPlane(nats: Nats, options: { readonly replicas: number }): Promise<void> {
  const manager = await jetstreamManager(nats.connection, { timeout: 2_000 });
  const { replicas } = options;
  await ensureStream(manager, {
    name: executionStream,
    subjects: [`${executionStream}.*`],
    description: "Executions on their way to ClickHouse",
    storage: StorageType.File,
    // A message leaves when the sink has it in ClickHouse: the stream's size is the backlog, and nothing ages away unread.
    retention: RetentionPolicy.Workqueue,
    // When the server's store is full it refuses, and runtimes spool and then say 503. Dropping the oldest would lose what was
    // acknowledged. A limit of the stream's own would be taken from the store at once, so the server's limit is the limit.
    discard: DiscardPolicy.New,
    duplicate_window: nanos(duplicateWindowMillis),
    num_replicas: replicas,
  });
  await ensureStream(manager, {
    name: deadExecutionStream,
    subjects: [`${deadExecutionSubject}.>`],
    description: "Messages that could not be read, kept for people",
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    max_bytes: 256 * megabyte,
    num_replicas: replicas,
  });
  const kvm = new Kvm(nats.jetstream);
  await kvm.create(buckets.deployments, { history: 1, replicas, storage: StorageType.File, maxValueSize: 3 * megabyte });
  await kvm.create(buckets.models, { history: 1, replicas, storage: StorageType.File, maxValueSize: 3 * megabyte });
  await kvm.create(buckets.scores, { history: 1, replicas, storage: StorageType.File });
  await kvm.create(buckets.keys, { history: 1, replicas, storage: StorageType.File });
  await kvm.create(buckets.secrets, { history: 1, replicas, storage: StorageType.File });
  await kvm.create(buckets.answers, { history: 1, replicas, storage: StorageType.File, ttl: keptAnswerMillis, maxValueSize: 3 * megabyte });
  // Leases are rewritten every second and worthless after five: not worth a disk write each.
  await kvm.create(buckets.runtimes, { history: 1, replicas, storage: StorageType.Memory, ttl: leaseMillis });
}

type NamedConfig = Partial<StreamConfig> & { readonly name: string };

async function ensureStream(manager: JetStreamManager, config: NamedConfig): Promise<void> {
  try {
    await manager.streams.add(config);
  } catch (error) {
    const nameInUse = 10_058;
    if (!(error instanceof JetStreamApiError) || error.code !== nameInUse) throw error;
    await manager.streams.update(config.name, config);
  }
}
