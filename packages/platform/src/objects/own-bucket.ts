import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { failure, openObjects, openStorage, statusOf, type StoredObject } from "./objects.ts";
import { connectionTrouble, within, WentWrong } from "../google/went-wrong.ts";

export { WentWrong } from "../google/went-wrong.ts";
export type { StoredObject } from "./objects.ts";

/**
 * The bucket of this installation: files that users upload and exports. Names begin with `organisations/<id>/`, so that a listing for one
 * organisation never returns objects of another.
 */
export interface OwnBucket {
  readonly name: string;
  /** Its name at Google, where an account of an organisation may also find it; undefined on another server. */
  readonly nameAtGoogle: string | undefined;
  readonly list: (prefix: string, maxResults: number) => Promise<readonly StoredObject[]>;
  readonly stat: (name: string) => Promise<StoredObject | undefined>;
  readonly read: (name: string, from?: number, to?: number) => AsyncIterable<Buffer>;
  /** Atomic: an incomplete object is not visible. */
  readonly write: (name: string, content: Readable, contentType: string) => Promise<void>;
  /** Does nothing if the object does not exist. */
  readonly remove: (name: string) => Promise<void>;
  /** Starts a resumable upload. The returned session may grant write access to this object, so it must not leave the server. */
  readonly beginUpload: (name: string, contentType: string) => Promise<string>;
  /** Appends bytes at `from`. Returns the number of bytes stored so far; `length` means that the object is complete. */
  readonly addToUpload: (session: string, from: number, length: number, bytes: Buffer) => Promise<number>;
  /** Discards what was received. */
  readonly cancelUpload: (session: string) => Promise<void>;
  /** Discards what unfinished uploads and writes below the folder hold, which a listing does not show. Returns the count. */
  readonly discardUnfinished: (folder: string) => Promise<number>;
  /** The same for all organisations, if they began before the time, with and without a known session. */
  readonly discardUnfinishedBefore: (time: Date) => Promise<number>;
}

export interface OwnBucketOptions {
  /** Empty for Google's own. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly millis?: number;
}

/** The bucket server no longer has the upload, or other bytes of it than were added. Adding to it again fails too. */
export class UploadLost extends WentWrong {}

/** Every chunk but the last must be a multiple of this: a rule of the bucket server. */
export const pieceUnit = 256 * 1024;

export function openOwnBucket({ endpoint, bucket, millis = 15_000 }: OwnBucketOptions): OwnBucket {
  const objects = openObjects({ token: undefined, endpoint, millis });
  const { storage, who } = openStorage({ token: undefined, endpoint }, endpoint === "" ? "" : "airlock");
  let made: Promise<void> | undefined;
  // An emulator starts without buckets; Google's bucket is created by the operator.
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
      // A server behind a proxy may return its internal host name; only the configured endpoint is called.
      const at = endpoint === "" ? new URL(session) : new URL(new URL(session).pathname + new URL(session).search, endpoint);
      const content = body === undefined ? {} : { body: new Uint8Array(body) };
      return await fetch(at, { method: "PUT", headers, redirect: "manual", signal: AbortSignal.timeout(millis), ...content });
    } catch (error) {
      throw new WentWrong(`${who} does not answer: ${connectionTrouble(error) ?? "the connection failed"}.`, { cause: error });
    }
  }
  return {
    name: bucket,
    nameAtGoogle: bucket,
    list: async (prefix, maxResults) => {
      await ensure();
      return objects.list(bucket, prefix, maxResults);
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
    // Google discards unfinished uploads after a week.
    cancelUpload: () => Promise.resolve(),
    discardUnfinished: () => Promise.resolve(0),
    discardUnfinishedBefore: () => Promise.resolve(0),
  };
}

export function unknownUpload(who: string): UploadLost {
  return new UploadLost(`${who} no longer has the upload. Begin again.`);
}

/** The `Range` header of a 308 says how much was received; it is absent if nothing was. */
function received(response: Response, length: number, who: string): number {
  if (response.status === 200 || response.status === 201) return length;
  if (response.status === 404 || response.status === 410) throw unknownUpload(who);
  if (response.status !== 308) throw new WentWrong(`${who} returned the error ${response.status}.`);
  const last = /-(\d+)$/.exec(response.headers.get("range") ?? "")?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
