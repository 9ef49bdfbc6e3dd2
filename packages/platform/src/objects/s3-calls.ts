import type { Readable } from "node:stream";
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";
import { EgressRefusal } from "../egress/egress-refusal.ts";
import { connectionTrouble, within, WentWrong } from "../google/went-wrong.ts";
import type { StoredObject } from "./objects.ts";

interface S3CallsOptions {
  /** How messages name the server. */
  readonly who: string;
  readonly millis: number;
  /** How long a server may send nothing in the middle of an object. */
  readonly silentMillis: number;
  /** How long to wait in all for an object, or a part of one, of this length. */
  readonly maxWaitMillis?: (bytes: number) => number;
}

export const readRight = "the right to read objects (s3:GetObject)";
export const listRight = "the right to list objects (s3:ListBucket)";

type Recover<T> = (status: number) => { readonly value: T } | undefined;

export const ifMissing =
  <T>(value: T): Recover<T> =>
  (status) =>
    status === 404 ? { value } : undefined;

/** A response is longer than its limit. Not a `WentWrong`, because the SDK appends a hint to the message of an error in a body. */
export class ResponseTooLong extends Error {}

interface S3Request<T> {
  readonly bucket: string;
  /** The right that the call needs, for the message when it was refused. */
  readonly neededRight: string;
  readonly work: (limit: { readonly abortSignal: AbortSignal }) => Promise<T>;
  /** May return a value for an error. */
  readonly recover?: Recover<T>;
  readonly maxMillis?: number;
  /** Ends the call, which then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Calls that read. Everything rejects with `WentWrong`, or with the reason of its signal. A call that takes too long is ended. */
export function createS3Calls(client: S3Client, { who, millis, silentMillis, maxWaitMillis = () => Infinity }: S3CallsOptions) {
  async function request<T>({
    bucket,
    neededRight,
    work,
    recover = () => undefined,
    maxMillis = millis,
    signal,
  }: S3Request<T>): Promise<T> {
    signal?.throwIfAborted();
    const ending = new AbortController();
    const end = () => ending.abort();
    let isLate = false;
    // Cleared when the response begins: the body of an object may take longer.
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, maxMillis);
    signal?.addEventListener("abort", end, { once: true });
    try {
      return await work({ abortSignal: ending.signal });
    } catch (error) {
      // Otherwise the connection of a response that could not be deserialised stays open, and its body is never read.
      end();
      signal?.throwIfAborted();
      const recovered = recover(statusOf(error));
      if (recovered !== undefined) return recovered.value;
      throw isLate ? silent(who, maxMillis) : failure(error, who, bucket, neededRight);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    }
  }

  async function* read(bucket: string, name: string, from = 0, to?: number): AsyncGenerator<Buffer> {
    const isWhole = from === 0 && to === undefined;
    const Range = isWhole ? undefined : `bytes=${from}-${to === undefined ? "" : to - 1}`;
    const found = await request({
      bucket,
      neededRight: readRight,
      work: (limit) => client.send(new GetObjectCommand({ Bucket: bucket, Key: name, Range }), limit),
      // The object ends before the range begins.
      recover: (status) => (status === 416 ? { value: undefined } : undefined),
    });
    if (found === undefined) return;
    // In Node the body is a stream of buffers.
    const stream = found.Body as Readable;
    const reading = stream[Symbol.asyncIterator]();
    try {
      if (found.ContentLength === undefined) throw new WentWrong(`${who} does not return the length of the object.`);
      if (from > 0 && found.ContentRange === undefined) throw new WentWrong(`${who} does not return parts of objects.`);
      let left = to === undefined ? found.ContentLength : to - from;
      const maxWait = maxWaitMillis(left);
      let waited = 0;
      while (left > 0) {
        // Only the server's time counts: the consumer may take as long as it needs.
        const begun = performance.now();
        const next = await within(silentMillis, who, reading.next());
        waited += performance.now() - begun;
        if (waited > maxWait) throw new WentWrong(`${who} sends the object too slowly.`);
        if (next.done === true) return;
        // Cut where the range ends: a server may ignore it and send more.
        const chunk = (next.value as Buffer).subarray(0, left);
        left -= chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw failure(error, who, bucket, readRight);
    } finally {
      // A consumer that stops early ends the transfer.
      stream.destroy();
    }
  }

  return {
    request,
    read,
    stat: (bucket: string, name: string): Promise<StoredObject | undefined> =>
      request<StoredObject | undefined>({
        bucket,
        neededRight: readRight,
        work: async (limit) => {
          const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: name }), limit);
          return described(who, name, found.ContentLength, found.LastModified, found.ETag);
        },
        recover: ifMissing(undefined),
      }),
    list: (bucket: string, prefix: string, maxResults: number, signal?: AbortSignal): Promise<readonly StoredObject[]> =>
      request({
        bucket,
        neededRight: listRight,
        work: async (limit) => {
          const found = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: maxResults }), limit);
          const objects = (found.Contents ?? []).slice(0, maxResults);
          return objects.map(({ Key = "", Size, LastModified, ETag }) => described(who, Key, Size, LastModified, ETag));
        },
        signal,
      }),
  };
}

export function silent(who: string, millis: number): WentWrong {
  return new WentWrong(`${who} did not answer within ${millis / 1000} seconds.`);
}

function described(who: string, name: string, length = 0, updated?: Date, etag = ""): StoredObject {
  if (!Number.isSafeInteger(length) || length < 0) throw new WentWrong(`${who} returned an object without a length.`);
  return { name, length, updated: updated?.toISOString() ?? "", generation: etag.replaceAll('"', "") };
}

/** 0 without an error status: a response that cannot be understood may have the status 200. A page of a proxy gives an error without a type. */
function statusOf(error: unknown): number {
  const { $metadata } = (error ?? {}) as { readonly $metadata?: { readonly httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return status >= 300 ? status : 0;
}

/** Codes of S3 for credentials that are wrong, in contrast to rights that are missing. */
const wrongCredentials = new Set(["InvalidAccessKeyId", "SignatureDoesNotMatch"]);

/** Messages of the server are not repeated. */
export function failure(error: unknown, who: string, bucket: string, neededRight: string): WentWrong {
  if (error instanceof WentWrong) return error;
  if (error instanceof EgressRefusal) return new WentWrong(error.message);
  // Only of Airlock's own bucket: accounts of organisations have a key.
  if (error instanceof Error && error.name === "CredentialsProviderError") {
    return new WentWrong(
      "Airlock found no credentials for its bucket. Set AIRLOCK_S3_ACCESS_KEY and AIRLOCK_S3_SECRET_KEY, or give the process a role.",
    );
  }
  if (error instanceof ResponseTooLong) return new WentWrong(`${who} sends more than Airlock reads.`);
  // Of the signal with which `connectTo` ends the wait for a connection.
  if (error instanceof Error && error.name === "TimeoutError") return new WentWrong(`${who} does not answer: the connection timed out.`);
  const trouble = connectionTrouble(error);
  if (trouble !== undefined) return new WentWrong(`${who} does not answer: ${trouble}.`);
  const status = statusOf(error);
  if (error instanceof Error && wrongCredentials.has(error.name)) return new WentWrong(`${who} does not accept the access key.`);
  if (status >= 300 && status < 400) {
    return new WentWrong(`${who} redirects to another address, which is not followed. Check the endpoint and the region.`);
  }
  if (status === 401 || status === 403) return new WentWrong(`${who} refuses the account: in ${bucket} it needs ${neededRight}.`);
  if (status === 404) return new WentWrong(`${who} has no bucket ${bucket}, or no such object in it.`);
  if (status === 429 || status === 503) return new WentWrong(`${who} limits the number of calls. Try again soon.`);
  if (status >= 400) return new WentWrong(`${who} returned the error ${status}.`);
  return new WentWrong(`${who} returned a response that cannot be read.`, { cause: error });
}
