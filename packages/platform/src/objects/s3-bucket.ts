import type { Readable } from "node:stream";
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { z } from "zod";
import { connectionTrouble, within, WentWrong } from "../google/went-wrong.ts";
import type { StoredObject } from "./objects.ts";
import type { OwnBucket } from "./own-bucket.ts";

export interface S3BucketOptions {
  /** Empty for Amazon's own. */
  readonly endpoint: string;
  readonly region: string;
  /** Both empty for what the SDK finds: a role of the machine or of the pod, or its usual files and variables. */
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
  readonly millis?: number;
  /** How long a server may send nothing in the middle of an object. */
  readonly silentMillis?: number;
}

/** S3 accepts smaller parts only at the end of an upload, and 10,000 of them. */
const minPartBytes = 5 * 1024 ** 2;
const maxParts = 9_000;
/** Beginnings of parts that are still too small. */
const tails = "uploads/";

const session = z.object({ name: z.string(), uploadId: z.string() });

interface Progress {
  readonly parts: readonly { readonly PartNumber: number; readonly ETag: string }[];
  /** Bytes in parts. */
  readonly stored: number;
}

/** The installation's own bucket on an S3-compatible server. */
export function openS3Bucket(options: S3BucketOptions): OwnBucket {
  const { endpoint, region, accessKey, secretKey, bucket, millis = 15_000, silentMillis = 30_000 } = options;
  const who = endpoint === "" ? "S3" : `The bucket server ${new URL(endpoint).host}`;
  const client = new S3Client({
    region,
    ...(endpoint === "" ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKey === "" ? {} : { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }),
    // Callers may retry; jobs have retries of their own.
    maxAttempts: 1,
    // Servers other than Amazon's do not all know the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  let made: Promise<void> | undefined;

  /** Whatever the call sends, as `WentWrong`. */
  const request = async <T>(may: string, work: Promise<T>): Promise<T> => {
    try {
      return await within(millis, who, work);
    } catch (error) {
      throw failure(error, who, bucket, may);
    }
  };
  // As for other servers: a new one starts without buckets, Amazon's bucket is created by the operator.
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
      await within(millis, who, client.send(new HeadBucketCommand({ Bucket: bucket })));
    } catch (error) {
      if (statusOf(error) !== 404) throw failure(error, who, bucket, "the right to see the bucket (s3:ListBucket)");
      await request("the right to make buckets (s3:CreateBucket)", client.send(new CreateBucketCommand({ Bucket: bucket })));
    }
  }

  async function stat(name: string): Promise<StoredObject | undefined> {
    try {
      const found = await within(millis, who, client.send(new HeadObjectCommand({ Bucket: bucket, Key: name })));
      return described(name, found.ContentLength, found.LastModified, found.ETag);
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw failure(error, who, bucket, "the right to read objects (s3:GetObject)");
    }
  }

  async function* read(name: string, from = 0, to?: number): AsyncGenerator<Buffer> {
    const may = "the right to read objects (s3:GetObject)";
    const Range = `bytes=${from}-${to === undefined ? "" : to - 1}`;
    const isWhole = from === 0 && to === undefined;
    const { Body } = await request(may, client.send(new GetObjectCommand({ Bucket: bucket, Key: name, ...(isWhole ? {} : { Range }) })));
    // In Node the body is a stream of buffers.
    const stream = Body as Readable;
    const reading = stream[Symbol.asyncIterator]();
    try {
      for (;;) {
        // Only the server's time counts: the consumer may take as long as it needs.
        const next = await within(silentMillis, who, reading.next());
        if (next.done === true) return;
        yield next.value as Buffer;
      }
    } catch (error) {
      throw failure(error, who, bucket, may);
    } finally {
      stream.destroy();
    }
  }

  async function remove(name: string): Promise<void> {
    await request("the right to delete objects (s3:DeleteObject)", client.send(new DeleteObjectCommand({ Bucket: bucket, Key: name })));
  }

  /** Undefined if the upload is complete or was discarded. */
  async function progressOf(name: string, uploadId: string): Promise<Progress | undefined> {
    const parts: { PartNumber: number; ETag: string }[] = [];
    let stored = 0;
    for (let marker: string | undefined; ;) {
      const page = { Bucket: bucket, Key: name, UploadId: uploadId, ...(marker === undefined ? {} : { PartNumberMarker: marker }) };
      try {
        const found = await within(millis, who, client.send(new ListPartsCommand(page)));
        for (const { PartNumber = 0, ETag = "", Size = 0 } of found.Parts ?? []) {
          parts.push({ PartNumber, ETag });
          stored += Size;
        }
        if (found.IsTruncated !== true) return { parts, stored };
        marker = found.NextPartNumberMarker;
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw failure(error, who, bucket, writeRight);
      }
    }
  }

  async function tailAt(key: string): Promise<Buffer> {
    if ((await stat(key)) === undefined) return Buffer.alloc(0);
    const chunks: Buffer[] = [];
    for await (const chunk of read(key)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  return {
    name: bucket,
    list: async (prefix, maxResults) => {
      await ensure();
      const query = { Bucket: bucket, Prefix: prefix, MaxKeys: maxResults };
      const found = await request("the right to list objects (s3:ListBucket)", client.send(new ListObjectsV2Command(query)));
      return (found.Contents ?? []).map(({ Key = "", Size, LastModified, ETag }) => described(Key, Size, LastModified, ETag));
    },
    stat,
    read,
    write: async (name, content, contentType) => {
      await ensure();
      const upload = new Upload({ client, params: { Bucket: bucket, Key: name, Body: content, ContentType: contentType } });
      try {
        // A stream that fails ends the upload, which discards its parts.
        await upload.done();
      } catch (error) {
        throw failure(error, who, bucket, writeRight);
      }
    },
    remove,
    beginUpload: async (name, contentType) => {
      await ensure();
      const begin = new CreateMultipartUploadCommand({ Bucket: bucket, Key: name, ContentType: contentType });
      const { UploadId } = await request(writeRight, client.send(begin));
      return JSON.stringify({ name, uploadId: UploadId });
    },
    addToUpload: async (given, from, length, bytes) => {
      const { name, uploadId } = session.parse(JSON.parse(given));
      const progress = await progressOf(name, uploadId);
      if (progress === undefined) {
        // The last response was lost.
        if ((await stat(name))?.length === length) return length;
        throw new WentWrong(`${who} does not know the upload any more. Begin again.`);
      }
      const { parts, stored } = progress;
      // Named by where it begins: one that became a part is not read again although it may still exist.
      const tailName = `${tails}${uploadId}/${stored}`;
      const tail = await tailAt(tailName);
      if (from !== stored + tail.length) return stored + tail.length;
      const content = Buffer.concat([tail, bytes]);
      const isLast = stored + content.length === length;
      if (!isLast && content.length < Math.max(minPartBytes, length / maxParts)) {
        await request(writeRight, client.send(new PutObjectCommand({ Bucket: bucket, Key: tailName, Body: content })));
        return stored + content.length;
      }
      const at = { Bucket: bucket, Key: name, UploadId: uploadId };
      const PartNumber = parts.length + 1;
      if (content.length > 0) {
        const { ETag = "" } = await request(writeRight, client.send(new UploadPartCommand({ ...at, PartNumber, Body: content })));
        if (isLast) {
          const MultipartUpload = { Parts: [...parts, { PartNumber, ETag }] };
          await request(writeRight, client.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload })));
        }
      }
      if (tail.length > 0) await remove(tailName);
      return stored + content.length;
    },
  };
}

const writeRight = "the right to write objects (s3:PutObject)";

function described(name: string, length = 0, updated?: Date, etag = ""): StoredObject {
  return { name, length, updated: updated?.toISOString() ?? "", generation: etag.replaceAll('"', "") };
}

function statusOf(error: unknown): number {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
}

function failure(error: unknown, who: string, bucket: string, may: string): WentWrong {
  if (error instanceof WentWrong) return error;
  const trouble = connectionTrouble(error);
  if (trouble !== undefined) return new WentWrong(`${who} does not answer: ${trouble}.`);
  const status = statusOf(error);
  if (status === 401 || status === 403) return new WentWrong(`${who} refuses the account: in ${bucket} it needs ${may}.`);
  if (status === 404) return new WentWrong(`${who} knows no ${bucket}, or not this object in it.`);
  if (status === 429 || status === 503) return new WentWrong(`${who} limits the number of calls. Try again soon.`);
  if (status >= 400) return new WentWrong(`${who} answers with the error ${status}.`);
  return new WentWrong(`${who} answers something that cannot be understood.`, { cause: error });
}
