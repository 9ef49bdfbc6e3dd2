import {
  buckets,
  deadExecutionStream,
  deadExecutionSubject,
  duplicateWindowMillis,
  executionStream,
  keptAnswerMillis,
  leaseMillis,
  refusedRequestStream,
  refusedRequestSubject,
  refusedRequestWaitMillis,
  type BucketName,
} from "@airlock/contract";
import { DiscardPolicy, jetstreamManager, JetStreamApiError, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import type { JetStreamManager, StreamConfig, StreamInfo } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import type { Nats } from "./nats.ts";

const megabyte = 1024 ** 2;
const defaultStoreBytes = 20 * 1024 ** 3;

export interface DataPlaneShape {
  readonly replicas: number;
  /** The space of all streams together on a server's disk. */
  readonly storeBytes?: number | undefined;
}

/** A stream as Airlock needs it. A bucket is a stream too: `KV_<bucket>`. */
type WantedStream = Partial<StreamConfig> & Pick<StreamConfig, "name" | "storage" | "retention" | "discard" | "max_bytes" | "num_replicas">;

/** Streams that migrations must not change automatically: the message says what an operator has to do. */
export class DataPlaneError extends Error {}

/**
 * Percent of the store. JetStream reserves the limit of a stream when it is created, and the sum is less than the whole, so that a full `executions`
 * or `answers` never takes the space that is needed to stop versions and revoke keys.
 */
const shares = {
  executions: 39,
  dead: 5,
  deployments: 15,
  models: 20,
  scores: 1,
  lists: 0.4,
  releases: 1,
  keys: 2,
  secrets: 1,
  answers: 15,
  refusedRequests: 0.5,
} as const;

/** Leases are the only stream in memory; `max_memory_store` must be larger. */
const leaseBytes = 64 * megabyte;

/** Every stream and bucket of the data plane. */
export function dataPlaneStreams({ replicas, storeBytes = defaultStoreBytes }: DataPlaneShape): readonly WantedStream[] {
  const share = (percent: number): number => Math.floor((storeBytes / 100) * percent);
  const bucket = (name: BucketName, given: Partial<StreamConfig>): WantedStream => ({
    name: `KV_${buckets[name]}`,
    subjects: [`$KV.${buckets[name]}.>`],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    max_msgs_per_subject: 1,
    max_bytes: -1,
    allow_direct: true,
    allow_rollup_hdrs: true,
    num_replicas: replicas,
    ...given,
  });
  return [
    {
      name: executionStream,
      subjects: [`${executionStream}.*`],
      description: "Executions on their way to ClickHouse",
      storage: StorageType.File,
      // A message is deleted when the sink has stored it in ClickHouse: the stream's size is the backlog, and nothing expires unread.
      retention: RetentionPolicy.Workqueue,
      // A full stream refuses messages; runtimes then spool and finally return 503. Dropping the oldest would lose acknowledged executions.
      discard: DiscardPolicy.New,
      max_bytes: share(shares.executions),
      duplicate_window: nanos(duplicateWindowMillis),
      num_replicas: replicas,
    },
    {
      name: deadExecutionStream,
      subjects: [`${deadExecutionSubject}.>`],
      description: "Messages that could not be stored in ClickHouse, kept for inspection",
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      // A full stream refuses messages, and the sink stops: a dead letter is never dropped for a newer one.
      discard: DiscardPolicy.New,
      max_bytes: share(shares.dead),
      num_replicas: replicas,
    },
    {
      name: refusedRequestStream,
      subjects: [refusedRequestSubject],
      description: "Refused requests on their way to ClickHouse",
      storage: StorageType.File,
      retention: RetentionPolicy.Workqueue,
      // Best effort, unlike all other streams: no runtime waits for an acknowledgement, and a flood drops its own oldest messages.
      discard: DiscardPolicy.Old,
      max_bytes: share(shares.refusedRequests),
      max_age: nanos(refusedRequestWaitMillis),
      num_replicas: replicas,
    },
    bucket("deployments", { max_bytes: share(shares.deployments), max_msg_size: 3 * megabyte }),
    bucket("models", { max_bytes: share(shares.models), max_msg_size: 3 * megabyte }),
    bucket("releases", { max_bytes: share(shares.releases) }),
    bucket("scores", { max_bytes: share(shares.scores) }),
    bucket("lists", { max_bytes: share(shares.lists) }),
    bucket("keys", { max_bytes: share(shares.keys) }),
    bucket("secrets", { max_bytes: share(shares.secrets) }),
    bucket("answers", { max_bytes: share(shares.answers), max_age: nanos(keptAnswerMillis), max_msg_size: 3 * megabyte }),
    // Leases are rewritten every second and expire after five, so they need no disk writes.
    bucket("runtimes", { max_bytes: leaseBytes, storage: StorageType.Memory, max_age: nanos(leaseMillis) }),
  ];
}

/**
 * Creates missing streams and changes those that differ. Only migrations may call it: a process of another release, or with another setting, would
 * otherwise change streams that all processes use.
 */
export async function ensureDataPlane(nats: Nats, shape: DataPlaneShape): Promise<void> {
  const manager = await openManager(nats);
  for (const wanted of dataPlaneStreams(shape)) {
    const found = (await findStream(manager, wanted.name)) ?? (await addStream(manager, wanted));
    if (found !== undefined) await changeStream(manager, wanted, found);
  }
}

/** Creates missing streams, for a server that was restored without its disk, and changes no existing ones. */
export async function createMissingStreams(nats: Nats, shape: DataPlaneShape): Promise<readonly string[]> {
  return createMissing(nats, dataPlaneStreams(shape));
}

/** Leases are in memory, so a single server loses their bucket when it restarts. Runtimes create it again without waiting for a worker. */
export async function createMissingLeases(nats: Nats, shape: DataPlaneShape): Promise<void> {
  await createMissing(
    nats,
    dataPlaneStreams(shape).filter(({ name }) => name === `KV_${buckets.runtimes}`),
  );
}

async function createMissing(nats: Nats, streams: readonly WantedStream[]): Promise<readonly string[]> {
  const manager = await openManager(nats);
  const created: string[] = [];
  for (const wanted of streams) {
    if ((await findStream(manager, wanted.name)) !== undefined) continue;
    await addStream(manager, wanted);
    created.push(wanted.name);
  }
  return created;
}

export interface StreamProblem {
  readonly stream: string;
  /** `weaker`: it exists and is less durable than it should be. */
  readonly kind: "missing" | "weaker";
  readonly detail: string;
}

/** Compares the streams with the shape that this process expects. More replicas or more space than expected is accepted. */
export async function compareDataPlane(nats: Nats, shape: DataPlaneShape): Promise<readonly StreamProblem[]> {
  const manager = await openManager(nats);
  const problems = await Promise.all(
    dataPlaneStreams(shape).map(async (wanted) => compareStream(wanted, (await findStream(manager, wanted.name))?.config)),
  );
  return problems.flat();
}

export function compareStream(wanted: WantedStream, found: StreamConfig | undefined): readonly StreamProblem[] {
  const stream = wanted.name;
  if (found === undefined) return [{ stream, kind: "missing", detail: `${stream} is missing` }];
  const details = [
    ...(found.num_replicas < wanted.num_replicas ? [`${found.num_replicas} of ${wanted.num_replicas} replicas`] : []),
    ...(["storage", "retention", "discard"] as const).flatMap((name) =>
      found[name] === wanted[name] ? [] : [`${name} is ${found[name]}, not ${wanted[name]}`],
    ),
    ...(found.max_age === (wanted.max_age ?? 0) ? [] : [`max_age is ${found.max_age}, not ${wanted.max_age ?? 0}`]),
    ...(found.max_bytes > 0 ? [] : ["no space is reserved (max_bytes)"]),
  ];
  return details.map((detail) => ({ stream, kind: "weaker", detail: `${stream}: ${detail}` }));
}

async function openManager(nats: Nats): Promise<JetStreamManager> {
  return jetstreamManager(nats.connection, { checkAPI: false, timeout: 2_000 });
}

async function findStream(manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (isApiError(error, notFound)) return undefined;
    throw error;
  }
}

/** Returns the existing stream if another process created it first, with another configuration. */
async function addStream(manager: JetStreamManager, wanted: WantedStream): Promise<StreamInfo | undefined> {
  try {
    await manager.streams.add(wanted);
    return undefined;
  } catch (error) {
    if (isApiError(error, nameInUse)) return findStream(manager, wanted.name);
    throw explained(error, wanted);
  }
}

async function changeStream(manager: JetStreamManager, wanted: WantedStream, found: StreamInfo): Promise<void> {
  const { config, state } = found;
  if (state.bytes > wanted.max_bytes) {
    throw new DataPlaneError(
      `${wanted.name} stores ${state.bytes} bytes, more than its share of ${wanted.max_bytes}. Raise AIRLOCK_NATS_STORE_BYTES and max_file_store of the NATS servers.`,
    );
  }
  // Never lowered: a setting that one process lacks must not reduce the durability of acknowledged messages.
  const target = { ...wanted, num_replicas: Math.max(config.num_replicas, wanted.num_replicas) };
  const differs = Object.entries(target).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(config, name)));
  if (!differs) return;
  try {
    await manager.streams.update(wanted.name, target);
  } catch (error) {
    throw explained(error, wanted);
  }
}

const notFound = 10_059;
const nameInUse = 10_058;
const noStorage = 10_047;
const noMemory = 10_028;

function isApiError(error: unknown, code: number): boolean {
  return error instanceof JetStreamApiError && error.code === code;
}

function explained(error: unknown, wanted: WantedStream): unknown {
  if (!isApiError(error, noStorage) && !isApiError(error, noMemory)) return error;
  return new DataPlaneError(
    `The NATS servers cannot reserve ${wanted.max_bytes} bytes for ${wanted.name}: AIRLOCK_NATS_STORE_BYTES must not exceed max_file_store, and max_memory_store must be at least ${leaseBytes}.`,
    { cause: error },
  );
}
