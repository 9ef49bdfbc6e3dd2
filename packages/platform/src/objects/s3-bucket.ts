import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type ListPartsCommandOutput,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { z } from "zod";
import { WentWrong } from "../google/went-wrong.ts";
import type { OwnBucket } from "./own-bucket.ts";
import { createS3Calls, failure, ifMissing, readRight, silent } from "./s3-calls.ts";

export interface S3BucketOptions {
  /** Empty for Amazon's own. */
  readonly endpoint: string;
  readonly region: string;
  /** Both empty for what the SDK finds: a role of the machine or of the pod, or its usual files and variables. */
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
  readonly millis?: number;
  /** How long a server may send nothing in the middle of an object, or receive nothing of a part. */
  readonly silentMillis?: number;
}

/** S3 accepts smaller parts only at the end of an upload, and 10,000 of them. */
const minPartBytes = 5 * 1024 ** 2;
const maxParts = 9_000;
/** For streams of unknown length: 160 GB in 10,000 parts, two of them in memory. */
const streamed = { partSize: 16 * 1024 ** 2, queueSize: 2 };
/** Beginnings of parts that are still too small. */
const tails = "uploads/";

const session = z.object({ name: z.string(), uploadId: z.string() });
type Session = z.infer<typeof session>;

interface StoredPart {
  readonly PartNumber: number;
  readonly ETag: string;
}

interface Progress {
  readonly parts: readonly StoredPart[];
  /** Bytes in parts. */
  readonly stored: number;
}

/** The installation's own bucket on an S3-compatible server. */
export function openS3Bucket(options: S3BucketOptions): OwnBucket {
  const { endpoint, region, accessKey, secretKey, bucket, millis = 15_000, silentMillis = 30_000 } = options;
  const who = endpoint === "" ? "S3" : `The bucket server ${new URL(endpoint).host}`;
  const connection = {
    region,
    ...(endpoint === "" ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKey === "" ? {} : { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }),
    // Callers may retry; jobs have retries of their own.
    maxAttempts: 1,
    // Servers other than Amazon's do not all know the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  } as const;
  const client = new S3Client(connection);
  // Idle connections end here. Not in `client`, where one is also idle while the consumer of an object is busy.
  const streaming = new S3Client({ ...connection, requestHandler: { socketTimeout: silentMillis } });
  const calls = createS3Calls(client, { who, millis, silentMillis });
  let made: Promise<void> | undefined;

  const request = <T>(
    may: string,
    work: (limit: { readonly abortSignal: AbortSignal }) => Promise<T>,
    recover?: (status: number) => { readonly value: T } | undefined,
    maxMillis?: number,
  ): Promise<T> => calls.request({ bucket, may, work, ...(recover && { recover }), ...(maxMillis !== undefined && { maxMillis }) });
  const stat = (name: string) => calls.stat(bucket, name);
  const list = (prefix: string, maxResults: number) => calls.list(bucket, prefix, maxResults);

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
    const exists = await request<boolean>(
      "the right to see the bucket (s3:ListBucket)",
      (limit) => client.send(new HeadBucketCommand({ Bucket: bucket }), limit).then(() => true),
      ifMissing(false),
    );
    if (exists) return;
    await request<unknown>(
      "the right to make buckets (s3:CreateBucket)",
      (limit) => client.send(new CreateBucketCommand({ Bucket: bucket }), limit),
      // Another process created it meanwhile.
      (status) => (status === 409 ? { value: undefined } : undefined),
    );
  }

  async function remove(name: string): Promise<void> {
    await request("the right to delete objects (s3:DeleteObject)", (limit) =>
      client.send(new DeleteObjectCommand({ Bucket: bucket, Key: name }), limit),
    );
  }

  const addressOf = ({ name, uploadId }: Session) => ({ Bucket: bucket, Key: name, UploadId: uploadId });
  const lost = () => new WentWrong(`${who} does not know the upload any more. Begin again.`);

  /** Undefined if the upload is complete or was discarded. */
  async function progressOf(upload: Session): Promise<Progress | undefined> {
    const parts: StoredPart[] = [];
    let stored = 0;
    for (let marker: string | undefined; ;) {
      const command = new ListPartsCommand({ ...addressOf(upload), PartNumberMarker: marker });
      const page = await request<ListPartsCommandOutput | undefined>(
        "the right to list parts (s3:ListMultipartUploadParts)",
        (limit) => client.send(command, limit),
        ifMissing(undefined),
      );
      if (page === undefined) return undefined;
      for (const { PartNumber = 0, ETag = "", Size = 0 } of page.Parts ?? []) {
        parts.push({ PartNumber, ETag });
        stored += Size;
      }
      if (page.IsTruncated !== true) return { parts, stored };
      marker = page.NextPartNumberMarker;
    }
  }

  async function addPart(upload: Session, PartNumber: number, Body: Buffer): Promise<StoredPart> {
    const command = new UploadPartCommand({ ...addressOf(upload), PartNumber, Body });
    const { ETag = "" } = await request(writeRight, (limit) => client.send(command, limit));
    return { PartNumber, ETag };
  }

  async function complete(upload: Session, parts: readonly StoredPart[], length: number): Promise<void> {
    const command = new CompleteMultipartUploadCommand({ ...addressOf(upload), MultipartUpload: { Parts: [...parts] } });
    const isKnown = await request<boolean>(
      writeRight,
      (limit) => client.send(command, limit).then(() => true),
      ifMissing(false),
      // Some servers copy the parts now.
      3 * millis,
    );
    if (!isKnown) await checkComplete(upload, length);
  }

  /** For an upload that the server does not know any more: an earlier call completed it, and its response was lost. */
  async function checkComplete({ name }: Session, length: number): Promise<void> {
    if ((await stat(name))?.length !== length) throw lost();
  }

  /** Empty if there is none. */
  const tailAt = (name: string): Promise<Buffer> =>
    request<Buffer>(
      readRight,
      async (limit) => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }), limit);
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      },
      ifMissing(Buffer.alloc(0)),
    );

  return {
    nameAtGoogle: undefined,
    list: async (prefix, maxResults) => {
      await ensure();
      return list(prefix, maxResults);
    },
    stat,
    read: (name, from, to) => calls.read(bucket, name, from, to),
    write: async (name, content, contentType) => {
      await ensure();
      const params = { Bucket: bucket, Key: name, Body: content, ContentType: contentType };
      try {
        // A stream that fails ends the upload, which discards its parts.
        await new Upload({ client: streaming, params, ...streamed }).done();
      } catch (error) {
        content.destroy();
        throw isTimeout(error) ? silent(who, silentMillis) : failure(error, who, bucket, writeRight);
      }
    },
    remove,
    beginUpload: async (name, contentType) => {
      await ensure();
      const begin = new CreateMultipartUploadCommand({ Bucket: bucket, Key: name, ContentType: contentType });
      const { UploadId } = await request(writeRight, (limit) => client.send(begin, limit));
      return JSON.stringify({ name, uploadId: UploadId });
    },
    addToUpload: async (given, from, length, bytes) => {
      const upload = sessionOf(given);
      if (upload === undefined) throw lost();
      const progress = await progressOf(upload);
      if (progress === undefined) {
        await checkComplete(upload, length);
        return length;
      }
      const { parts, stored } = progress;
      if (stored === length) {
        // Every part was stored before, but the object could not be completed.
        await complete(upload, parts, length);
        return length;
      }
      // Named by where it begins: one that became a part is not read again although it may still exist.
      const tailName = `${tailsOf(upload)}${stored}`;
      const tail = await tailAt(tailName);
      if (from !== stored + tail.length) return stored + tail.length;
      const content = Buffer.concat([tail, bytes]);
      const received = stored + content.length;
      if (received < length && content.length < Math.max(minPartBytes, length / maxParts)) {
        await request(writeRight, (limit) => client.send(new PutObjectCommand({ Bucket: bucket, Key: tailName, Body: content }), limit));
        return received;
      }
      const part = await addPart(upload, parts.length + 1, content);
      if (received === length) await complete(upload, [...parts, part], length);
      if (tail.length > 0) await remove(tailName);
      return received;
    },
    cancelUpload: async (given) => {
      const upload = sessionOf(given);
      if (upload === undefined) return;
      await request<unknown>(
        "the right to end uploads (s3:AbortMultipartUpload)",
        (limit) => client.send(new AbortMultipartUploadCommand(addressOf(upload)), limit),
        ifMissing(undefined),
      );
      for (const { name } of await list(tailsOf(upload), 100)) await remove(name);
    },
  };
}

const writeRight = "the right to write objects (s3:PutObject)";

/** Undefined for an upload that began on another server. */
function sessionOf(text: string): Session | undefined {
  return text.startsWith("{") ? session.safeParse(JSON.parse(text)).data : undefined;
}

function tailsOf({ uploadId }: Session): string {
  return `${tails}${uploadId}/`;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
