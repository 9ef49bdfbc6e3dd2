import { readBucketValue, tombstoneBody, type BucketName, type BucketValues } from "@airlock/contract";
import { DeliverPolicy, jetstream, jetstreamManager, type ConsumerMessages, type JsMsg, type StreamInfo } from "@nats-io/jetstream";
import { Kvm, type KV } from "@nats-io/kv";
import { isSigned, type EntrySignature, type EntrySigner } from "./entry-signature.ts";
import type { Log } from "../process/log.ts";
import type { Nats } from "./nats.ts";
import { NotAcknowledged, publishDurable } from "./publish.ts";
import { within } from "./within.ts";

/** An entry of a bucket; `value` is undefined for a deletion. `text` is the raw value, for a copy on disk. */
export interface BucketEntry<Name extends BucketName> {
  readonly key: string;
  readonly revision: number;
  readonly value: BucketValues[Name] | undefined;
  readonly text: string | undefined;
  /** Present if the bucket is signed, was opened with a signer, and the entry's signature is valid. */
  readonly signature?: EntrySignature | undefined;
}

/** Whether `value` is undefined because the entry was deleted rather than unreadable. */
function isDeleted({ text, signature }: BucketEntry<BucketName>): boolean {
  return text === undefined || signature?.deleted === true;
}

export interface Bucket<Name extends BucketName> {
  /** Unsigned. Returns the revision of the value; rejects if the server did not confirm in time. */
  readonly put: (key: string, value: BucketValues[Name], timeoutMillis?: number) => Promise<number>;
  /** Writes a deletion marker, which a watcher that was disconnected gets later. Returns its revision. */
  readonly remove: (key: string, timeoutMillis?: number) => Promise<number>;
  /**
   * Writes, or removes if `value` is undefined, only if the key was not written after `revision` (0: never written). Returns the new revision, or
   * undefined on a conflict. With a sequence number the entry is signed, and a removal writes a signed tombstone.
   */
  readonly replace: (
    key: string,
    value: BucketValues[Name] | undefined,
    revision: number,
    sequence?: number,
  ) => Promise<number | undefined>;
  readonly get: (key: string) => Promise<BucketEntry<Name> | undefined>;
  /** How long ago this revision was stored, by the server's clock alone; undefined if the key was written since. */
  readonly ageMillis: (key: string, revision: number) => Promise<number | undefined>;
  /** All current values, optionally with the markers of deletions. */
  readonly all: (options?: { readonly deleted?: boolean }) => Promise<readonly BucketEntry<Name>[]>;
  /** The keys of all current values, without reading them. */
  readonly keys: () => Promise<readonly string[]>;
  readonly watch: (watcher: Watcher<Name>) => Watch;
}

export interface Watcher<Name extends BucketName> {
  readonly onEntry: (entry: BucketEntry<Name>) => void;
  /** Everything that the bucket contained when the watch (re)started has been reported. */
  readonly onSynced?: (() => void) | undefined;
  readonly log: Log;
}

export interface Watch {
  /** The last reported revision. */
  readonly applied: () => number;
  readonly synced: () => boolean;
  /** Restarts from the bucket's current state: after an interruption, or when revisions were missed. */
  readonly restart: () => void;
  readonly stop: () => void;
}

const operationHeader = "KV-Operation";
const expectedHeader = "Nats-Expected-Last-Subject-Sequence";
/** The key was written since; or, in a cluster, is being written at the moment, so that its revision is not known yet. */
const writtenByAnother = /"err_code":(10071|10164)\b/;
const writeMillis = 5_000;
const retryMillis = 200;
const quietMillis = 500;

export async function openBucket<Name extends BucketName>(nats: Nats, name: Name, signer?: EntrySigner): Promise<Bucket<Name>> {
  const read = { name, signer: isSigned(name) ? signer : undefined };
  // Reads for a compare-and-set have the same timeout as the write.
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
    ageMillis: async (key, revision) => {
      const entry = await kv.get(key);
      if (entry?.revision !== revision) return undefined;
      const { ts = "" } = await streamInfo(nats, name, writeMillis);
      const age = Date.parse(ts) - entry.created.getTime();
      if (Number.isNaN(age)) throw new Error("JetStream does not send its time.");
      return age;
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

/** The last revision of a bucket, which a watcher must have received to be up to date. */
export async function bucketRevision(nats: Nats, name: BucketName, timeoutMillis: number): Promise<number> {
  return (await streamInfo(nats, name, timeoutMillis)).state.last_seq;
}

async function streamInfo(nats: Nats, name: BucketName, timeoutMillis: number): Promise<StreamInfo> {
  const manager = await jetstreamManager(nats.connection, { checkAPI: false, timeout: timeoutMillis });
  return manager.streams.info(`KV_${name}`);
}

/** The number of messages in a stream and the age of the oldest in seconds. */
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
  // The reader of a bucket returns that bucket's value; the compiler cannot relate the two indexed types.
  const value = text === undefined ? undefined : (readBucketValue[name](text) as BucketValues[Name] | undefined);
  const signature = text === undefined ? undefined : signer?.verify(name, key, text);
  return { key, revision, value, text, ...(signature === undefined ? {} : { signature }) };
}

/** How NATS implements a bucket: a stream with a subject for each key. */
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
      const next = await within(quietMillis, coming);
      if (next === undefined) {
        // Pending entries may have expired meanwhile, as leases do.
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

/**
 * Reports every value and then every change until stopped. A restarted server has forgotten the watch, so each reconnection restarts it from the
 * bucket's current state: reporting a value twice is harmless, missing one is not.
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
      // The bucket's last revision may itself have been deleted; having read everything counts as having seen it.
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
    // A bucket that was created again counts from one.
    applied = 0;
    current?.stop();
    current = undefined;
    run(mine)
      .catch((error: unknown) => {
        if (mine === round && !stopped && nats.connected()) watcher.log.warn({ err: error, bucket: name }, "a watch failed");
      })
      .finally(() => {
        // A reconnection restarts it; while connected, nothing else would.
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
