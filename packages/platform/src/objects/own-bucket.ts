import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { failure, openObjects, openStorage, statusOf, type StoredObject } from "./objects.ts";
import { connectionTrouble, within, WentWrong } from "../google/went-wrong.ts";

export { WentWrong } from "../google/went-wrong.ts";
export type { StoredObject } from "./objects.ts";

/**
 * The one bucket of this installation: what people upload and what is made for them to fetch. Names begin with
 * `organisations/<id>/`, so that nothing of one organisation is found by looking for another's.
 */
export interface OwnBucket {
  readonly name: string;
  readonly list: (prefix: string, atMost: number) => Promise<readonly StoredObject[]>;
  readonly stat: (name: string) => Promise<StoredObject | undefined>;
  readonly read: (name: string, from?: number, to?: number) => AsyncIterable<Buffer>;
  /** Whole or not at all: an object that is not finished is not seen. */
  readonly write: (name: string, content: Readable, contentType: string) => Promise<void>;
  /** Nothing happens when it is not there. */
  readonly remove: (name: string) => Promise<void>;
  /** Begins an object that comes in pieces. What it answers lets whoever holds it write this object, so it stays with us. */
  readonly beginUpload: (name: string, contentType: string) => Promise<string>;
  /** Adds bytes at `from`. Answers how many are there then; as many as `length` means that the object is finished. */
  readonly addToUpload: (session: string, from: number, length: number, bytes: Buffer) => Promise<number>;
}

export interface OwnBucketOptions {
  /** Empty for Google's own. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly millis?: number;
}

/** Every piece but the last is a multiple of this: the bucket server's rule. */
export const pieceUnit = 256 * 1024;

export function openOwnBucket({ endpoint, bucket, millis = 15_000 }: OwnBucketOptions): OwnBucket {
  const objects = openObjects({ token: undefined, endpoint, millis });
  const { storage, who } = openStorage({ token: undefined, endpoint }, endpoint === "" ? "" : "airlock");
  let made: Promise<void> | undefined;
  // A server of one's own starts empty; Google's bucket is made by whoever pays for it.
  const ensure = async (): Promise<void> => {
    if (endpoint === "") return;
    made ??= makeBucket();
    try {
      await made;
    } catch (error) {
      made = undefined;
      throw error;
    }
  };
  async function makeBucket(): Promise<void> {
    try {
      await within(millis, who, storage.createBucket(bucket));
    } catch (error) {
      if (statusOf(error) !== 409) throw failure(error, who, bucket, "the right to make buckets");
    }
  }
  async function say(session: string, headers: Record<string, string>, body?: Buffer): Promise<Response> {
    try {
      // A server behind another name answers with that name; it is the endpoint that is asked, and no other.
      const at = endpoint === "" ? new URL(session) : new URL(new URL(session).pathname + new URL(session).search, endpoint);
      const content = body === undefined ? {} : { body: new Uint8Array(body) };
      return await fetch(at, { method: "PUT", headers, redirect: "manual", signal: AbortSignal.timeout(millis), ...content });
    } catch (error) {
      throw new WentWrong(`${who} does not answer: ${connectionTrouble(error) ?? "the connection failed"}.`, { cause: error });
    }
  }
  return {
    name: bucket,
    list: async (prefix, atMost) => {
      await ensure();
      return objects.list(bucket, prefix, atMost);
    },
    stat: (name) => objects.stat(bucket, name),
    read: (name, from, to) => objects.read(bucket, name, from, to),
    write: async (name, content, contentType) => {
      await ensure();
      try {
        await pipeline(content, storage.bucket(bucket).file(name).createWriteStream({ contentType, resumable: true, validation: false }));
      } catch (error) {
        throw failure(error, who, bucket, "the right to write objects (storage.objects.create)");
      }
    },
    remove: async (name) => {
      try {
        await within(millis, who, storage.bucket(bucket).file(name).delete({ ignoreNotFound: true }));
      } catch (error) {
        throw failure(error, who, bucket, "the right to delete objects (storage.objects.delete)");
      }
    },
    beginUpload: async (name, contentType) => {
      await ensure();
      try {
        const [session] = await within(millis, who, storage.bucket(bucket).file(name).createResumableUpload({ metadata: { contentType } }));
        return session;
      } catch (error) {
        throw failure(error, who, bucket, "the right to write objects (storage.objects.create)");
      }
    },
    addToUpload: async (session, from, length, bytes) => {
      const range = bytes.length === 0 ? `bytes */${length}` : `bytes ${from}-${from + bytes.length - 1}/${length}`;
      return received(await say(session, { "content-range": range }, bytes), length, who);
    },
  };
}

/** 308 says how far it came, and nothing about it when nothing came. */
function received(response: Response, length: number, who: string): number {
  if (response.status === 200 || response.status === 201) return length;
  if (response.status !== 308) throw new WentWrong(`${who} answers with the error ${response.status}.`);
  const last = /-(\d+)$/.exec(response.headers.get("range") ?? "")?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
