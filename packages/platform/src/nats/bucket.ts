import { readBucketValue, tombstoneBody, type BucketName, type BucketValues } from "@airlock/contract";
import { DeliverPolicy, jetstream, jetstreamManager, type ConsumerMessages, type JsMsg } from "@nats-io/jetstream";
import { Kvm, type KV } from "@nats-io/kv";
import { isSigned, type EntrySignature, type EntrySigner } from "./entry-signature.ts";
import type { Log } from "../process/log.ts";
import type { Nats } from "./nats.ts";
import { NotAcknowledged, publishDurable } from "./publish.ts";

/** A value as the bucket holds it; `value` is undefined for a deletion. `text` is what came, for a copy on disk. */
export interface BucketEntry<Name extends BucketName> {
  readonly key: string;
  readonly revision: number;
  readonly value: BucketValues[Name] | undefined;
  readonly text: string | undefined;
  /** There when the bucket is a signed one, was opened with a signer, and the entry's signature is valid. */
  readonly signature?: EntrySignature | undefined;
}

/** An entry whose `value` is undefined because it was deleted, and not because it cannot be read. */
function isDeleted({ text, signature }: BucketEntry<BucketName>): boolean {
  return text === undefined || signature?.deleted === true;
}

export interface Bucket<Name extends BucketName> {
  /** Unsigned. Answers the revision that the value got; rejects when the server did not say so in time. */
  readonly put: (key: string, value: BucketValues[Name], timeoutMillis?: number) => Promise<number>;
  /** Leaves a marker: a watcher that was away learns of the deletion when it is back. Answers its revision. */
  readonly remove: (key: string, timeoutMillis?: number) => Promise<number>;
  /**
   * Writes, or removes when `value` is undefined, only if nobody wrote the key after `revision` (0: it was never written). Answers
   * the new revision, or undefined when somebody did. With a sequence number the entry is signed, and a removal is a signed tombstone.
   */
  readonly replace: (
    key: string,
    value: BucketValues[Name] | undefined,
    revision: number,
    sequence?: number,
  ) => Promise<number | undefined>;
  readonly get: (key: string) => Promise<BucketEntry<Name> | undefined>;
  /** All values now; on request with the markers that deletions left. */
  readonly all: (options?: { readonly deleted?: boolean }) => Promise<readonly BucketEntry<Name>[]>;
  /** Of all values now, without reading them. */
  readonly keys: () => Promise<readonly string[]>;
  readonly watch: (watcher: Watcher<Name>) => Watch;
}

export interface Watcher<Name extends BucketName> {
  readonly onEntry: (entry: BucketEntry<Name>) => void;
  /** Everything that the bucket held when the watch began (again) has been told. */
  readonly onSynced?: (() => void) | undefined;
  readonly log: Log;
}

export interface Watch {
  /** The last revision that was told. */
  readonly applied: () => number;
  readonly synced: () => boolean;
  /** Begins again from the bucket's present state: after a lapse, or when revisions were seen to pass by. */
  readonly restart: () => void;
  readonly stop: () => void;
}

const operationHeader = "KV-Operation";
const expectedHeader = "Nats-Expected-Last-Subject-Sequence";
/** Somebody wrote the key since; and of a cluster: somebody is writing it at this moment, so that its revision is not known yet. */
const writtenByAnother = /"err_code":(10071|10164)\b/;
const writeMillis = 5_000;
const retryMillis = 200;
const quietMillis = 500;

export async function openBucket<Name extends BucketName>(nats: Nats, name: Name, signer?: EntrySigner): Promise<Bucket<Name>> {
  const read = { name, signer: isSigned(name) ? signer : undefined };
  // Whoever reads an entry to change it waits as long as for the change.
  const kv: KV = await new Kvm(jetstream(nats.connection, { timeout: writeMillis })).open(name);
  return {
    put: (key, value, timeoutMillis = writeMillis) =>
      publishDurable(nats, { subject: subjectOf(name, key), payload: JSON.stringify(value) }, timeoutMillis),
    remove: (key, timeoutMillis = writeMillis) =>
      publishDurable(nats, { subject: subjectOf(name, key), payload: "", headers: { [operationHeader]: "DEL" } }, timeoutMillis),
    replace: async (key, value, revision, sequence) => {
      const expected = { [expectedHeader]: String(revision) };
      const write = (payload: string, headers: Readonly<Record<string, string>>) =>
        publishDurable(nats, { subject: subjectOf(name, key), payload, headers }, writeMillis);
      try {
        if (sequence !== undefined) {
          if (read.signer === undefined) throw new Error(`The bucket ${name} was opened without a signer.`);
          return await write(read.signer.sign(name, key, sequence, value === undefined ? tombstoneBody : JSON.stringify(value)), expected);
        }
        return await (value === undefined ? write("", { ...expected, [operationHeader]: "DEL" }) : write(JSON.stringify(value), expected));
      } catch (error) {
        if (error instanceof NotAcknowledged && writtenByAnother.test(error.message)) return undefined;
        throw error;
      }
    },
    get: async (key) => {
      const entry = await kv.get(key);
      if (entry === null) return undefined;
      return entryOf(read, key, entry.revision, entry.operation === "PUT" ? entry.string() : undefined);
    },
    all: async (options) => {
      const entries = await readAll(nats, read);
      return options?.deleted === true ? entries : entries.filter((entry) => !isDeleted(entry));
    },
    keys: async () => {
      const found: string[] = [];
      for await (const key of await kv.keys()) found.push(key);
      return found;
    },
    watch: (watcher) => watchBucket(nats, read, watcher),
  };
}

/** The last revision that a bucket gave out: what a watcher must have been told to be up to date. */
export async function bucketRevision(nats: Nats, name: BucketName, timeoutMillis: number): Promise<number> {
  const manager = await jetstreamManager(nats.connection, { checkAPI: false, timeout: timeoutMillis });
  return (await manager.streams.info(`KV_${name}`)).state.last_seq;
}

/** How many messages a stream holds and how old the oldest is, in seconds. */
export async function streamBacklog(nats: Nats, stream: string): Promise<{ readonly messages: number; readonly oldestSeconds: number }> {
  const manager = await jetstreamManager(nats.connection, { checkAPI: false, timeout: 2_000 });
  const { messages, first_ts } = (await manager.streams.info(stream)).state;
  return { messages, oldestSeconds: messages === 0 ? 0 : Math.max(0, (Date.now() - Date.parse(first_ts)) / 1000) };
}

interface Reading<Name extends BucketName> {
  readonly name: Name;
  readonly signer: EntrySigner | undefined;
}

function entryOf<Name extends BucketName>(
  { name, signer }: Reading<Name>,
  key: string,
  revision: number,
  text: string | undefined,
): BucketEntry<Name> {
  // The reader of a bucket answers that bucket's value; the compiler cannot relate the two indexed types.
  const value = text === undefined ? undefined : (readBucketValue[name](text) as BucketValues[Name] | undefined);
  const signature = text === undefined ? undefined : signer?.verify(name, key, text);
  return { key, revision, value, text, ...(signature === undefined ? {} : { signature }) };
}

/** What the KV layer of NATS makes of a bucket: a stream with a subject for each key. */
function subjectOf(name: BucketName, key: string): string {
  return `$KV.${name}.${key}`;
}

function toEntry<Name extends BucketName>(read: Reading<Name>, message: JsMsg): BucketEntry<Name> {
  const key = message.subject.slice(subjectOf(read.name, "").length);
  const operation = message.headers?.get(operationHeader) ?? "";
  const deleted = operation !== "" || message.headers?.has("Nats-Marker-Reason") === true;
  return entryOf(read, key, message.seq, deleted ? undefined : message.string());
}

async function lastValues(nats: Nats, name: BucketName) {
  const stream = `KV_${name}`;
  const manager = await jetstreamManager(nats.connection, { checkAPI: false, timeout: 2_000 });
  const revision = (await manager.streams.info(stream)).state.last_seq;
  const consumer = await nats.jetstream.consumers.get(stream, { deliver_policy: DeliverPolicy.LastPerSubject });
  const pending = (await consumer.info(true)).num_pending;
  const messages: ConsumerMessages = await consumer.consume({ max_messages: 1_000 });
  return { consumer, messages, pending, revision };
}

async function readAll<Name extends BucketName>(nats: Nats, read: Reading<Name>): Promise<readonly BucketEntry<Name>[]> {
  const { name } = read;
  const { consumer, messages, pending } = await lastValues(nats, name);
  const entries = new Map<string, BucketEntry<Name>>();
  const iterator = messages[Symbol.asyncIterator]();
  let coming = iterator.next();
  let left = pending;
  try {
    while (left > 0) {
      const next = await within(coming, quietMillis);
      if (next === undefined) {
        // What was to come may have run out meanwhile: leases do.
        left = (await consumer.info()).num_pending;
        continue;
      }
      if (next.done === true) throw new Error(`Reading the bucket ${name} was cut off.`);
      coming = iterator.next();
      const entry = toEntry(read, next.value);
      entries.set(entry.key, entry);
      left = next.value.info.pending;
    }
  } finally {
    messages.stop();
  }
  return [...entries.values()];
}

async function within<T>(promise: Promise<T>, millis: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), millis);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Tells every value and then every change, for ever. A server that comes back has forgotten the watch, so each reconnection
 * begins it again from the bucket's present state: telling a value twice is harmless, missing one is not.
 */
function watchBucket<Name extends BucketName>(nats: Nats, read: Reading<Name>, watcher: Watcher<Name>): Watch {
  const { name } = read;
  let round = 0;
  let applied = 0;
  let synced = false;
  let stopped = false;
  let current: ConsumerMessages | undefined;

  async function run(mine: number): Promise<void> {
    const { messages, pending, revision } = await lastValues(nats, name);
    if (mine !== round) {
      messages.stop();
      return;
    }
    current = messages;
    const caughtUp = (): void => {
      // The bucket's last revision may itself be gone; having seen all there is counts as having seen it.
      applied = Math.max(applied, revision);
      synced = true;
      watcher.onSynced?.();
    };
    if (pending === 0) caughtUp();
    for await (const message of messages) {
      if (mine !== round) return;
      const entry = toEntry(read, message);
      applied = Math.max(applied, entry.revision);
      watcher.onEntry(entry);
      if (!synced && message.info.pending === 0) caughtUp();
    }
  }

  function begin(): void {
    if (stopped) return;
    round += 1;
    const mine = round;
    synced = false;
    // A bucket that was made anew counts from one again.
    applied = 0;
    current?.stop();
    current = undefined;
    run(mine)
      .catch((error: unknown) => {
        if (mine === round && !stopped && nats.connected()) watcher.log.warn({ err: error, bucket: name }, "a watch failed");
      })
      .finally(() => {
        // The next reconnection begins it again; while connected, nobody else would.
        if (mine === round && nats.connected()) setTimeout(() => mine === round && begin(), retryMillis).unref();
      });
  }

  const forget = nats.onChange((connected) => {
    if (connected) begin();
    else synced = false;
  });
  begin();
  return {
    applied: () => applied,
    synced: () => synced,
    restart: begin,
    stop: () => {
      stopped = true;
      round += 1;
      forget();
      current?.stop();
    },
  };
}
