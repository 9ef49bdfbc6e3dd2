import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type HeadObjectCommandOutput,
  type ListPartsCommandOutput,
  type UploadPartCommandOutput,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { z } from "zod";
import { unknownUpload, UploadLost, type OwnBucket } from "./own-bucket.ts";
import { createS3Calls, failure, ifMissing, readRight, silent } from "./s3-calls.ts";
import { formerTails, openUnfinished, tailsFor } from "./s3-unfinished.ts";

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
/** Wait before checking again for a bucket that could not be created. */
const secondLookMillis = 500;
/** Some servers copy all parts when an upload is completed, and send nothing meanwhile: a minute, and the time for that at 10 MB/s. */
const completion = { millis: 60_000, bytesPerMilli: 10_000 };
const metadataName = "airlock-upload";

const session = z.object({
  name: z.string(),
  uploadId: z.string(),
  /** Where beginnings of parts are that are still too small. */
  tails: z.string().default(formerTails),
  /** In the metadata of the object: distinguishes it from another one of the same name and length. */
  mark: z.string().optional(),
});
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
  const completionMillis = (length: number) => Math.max(millis, completion.millis) + length / completion.bytesPerMilli;
  // The end of a write sends nothing for longer, so it uses the other client.
  streaming.middlewareStack.add(
    (next) => async (call) => {
      if (!("MultipartUpload" in call.input)) return next(call);
      const command = new CompleteMultipartUploadCommand(call.input);
      const maxMillis = completionMillis((call.input.MultipartUpload?.Parts?.length ?? 0) * streamed.partSize);
      return { output: await request(writeRight, (limit) => client.send(command, limit), undefined, maxMillis), response: undefined };
    },
    { step: "initialize" },
  );
  let made: Promise<void> | undefined;

  const request = <T>(
    neededRight: string,
    work: (limit: { readonly abortSignal: AbortSignal }) => Promise<T>,
    recover?: (status: number) => { readonly value: T } | undefined,
    maxMillis?: number,
  ): Promise<T> => calls.request({ bucket, neededRight, work, ...(recover && { recover }), ...(maxMillis !== undefined && { maxMillis }) });
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
  const exists = (): Promise<boolean> =>
    request<boolean>(
      "the right to see the bucket (s3:ListBucket)",
      (limit) => client.send(new HeadBucketCommand({ Bucket: bucket }), limit).then(() => true),
      ifMissing(false),
    );
  async function makeBucket(): Promise<void> {
    if (await exists()) return;
    try {
      await request("the right to make buckets (s3:CreateBucket)", (limit) =>
        client.send(new CreateBucketCommand({ Bucket: bucket }), limit),
      );
    } catch (error) {
      // Another process may have created it meanwhile, or be about to: some servers fail until it is complete.
      if (await exists().catch(() => false)) return;
      await pause(secondLookMillis);
      if (!(await exists().catch(() => false))) throw error;
    }
  }

  const head = (name: string): Promise<HeadObjectCommandOutput | undefined> =>
    request<HeadObjectCommandOutput | undefined>(
      readRight,
      (limit) => client.send(new HeadObjectCommand({ Bucket: bucket, Key: name }), limit),
      ifMissing(undefined),
    );
  async function remove(name: string): Promise<void> {
    await request("the right to delete objects (s3:DeleteObject)", (limit) =>
      client.send(new DeleteObjectCommand({ Bucket: bucket, Key: name }), limit),
    );
  }

  const unfinished = openUnfinished(client, bucket, request);
  const addressOf = ({ name, uploadId }: Session) => ({ Bucket: bucket, Key: name, UploadId: uploadId });

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
    const added = await request<UploadPartCommandOutput | undefined>(
      writeRight,
      (limit) => client.send(command, limit),
      ifMissing(undefined),
    );
    if (added === undefined) throw unknownUpload(who);
    return { PartNumber, ETag: added.ETag ?? "" };
  }

  async function complete(upload: Session, parts: readonly StoredPart[], length: number): Promise<void> {
    const command = new CompleteMultipartUploadCommand({ ...addressOf(upload), MultipartUpload: { Parts: [...parts] } });
    const isKnown = await request<boolean>(
      writeRight,
      (limit) => client.send(command, limit).then(() => true),
      ifMissing(false),
      completionMillis(length),
    );
    if (!isKnown && !(await isComplete(upload, length))) throw unknownUpload(who);
  }

  /** Whether the object is there and of this upload: an earlier call completed it, and its response was lost. */
  async function isComplete({ name, mark }: Session, length: number): Promise<boolean> {
    const found = await head(name);
    if (found?.ContentLength !== length) return false;
    return mark === undefined || found.Metadata?.[metadataName] === mark;
  }

  /** Leftovers have no effect, and the daily cleanup deletes them. */
  async function removeTails(upload: Session): Promise<void> {
    await unfinished.removeBelow(tailsOf(upload)).catch(() => undefined);
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
    name: bucket,
    // Google's own servers have an API like S3's.
    nameAtGoogle: endpoint !== "" && isGoogle(new URL(endpoint).hostname) ? bucket : undefined,
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
      const mark = randomUUID();
      const object = { Bucket: bucket, Key: name, ContentType: contentType, Metadata: { [metadataName]: mark } };
      const { UploadId } = await request(writeRight, (limit) => client.send(new CreateMultipartUploadCommand(object), limit));
      return JSON.stringify({ name, uploadId: UploadId, tails: tailsFor(name), mark });
    },
    addToUpload: async (given, from, length, bytes) => {
      const upload = sessionOf(given);
      if (upload === undefined) throw unknownUpload(who);
      const progress = await progressOf(upload);
      if (progress === undefined || progress.stored === length) {
        // Every part was stored before, but the object could not be completed, or the response was lost.
        if (!(await isComplete(upload, length))) {
          if (progress === undefined) throw unknownUpload(who);
          await complete(upload, progress.parts, length);
        }
        await removeTails(upload);
        return length;
      }
      const { parts, stored } = progress;
      // Named by where it begins: one that became a part is not read again although it may still exist.
      const tailName = `${tailsOf(upload)}${stored}`;
      const tail = await tailAt(tailName);
      const before = stored + tail.length;
      // The same piece was stored before, and its response was lost.
      if (before === from + bytes.length) return before;
      // A call that ended late may have replaced a part by one of another length: the bytes after it are wrong.
      if (before !== from) throw new UploadLost(`${who} has ${before} bytes of the upload instead of ${from}. Begin again.`);
      const content = Buffer.concat([tail, bytes]);
      const received = stored + content.length;
      if (received < length && content.length < Math.max(minPartBytes, length / maxParts)) {
        await request(writeRight, (limit) => client.send(new PutObjectCommand({ Bucket: bucket, Key: tailName, Body: content }), limit));
        return received;
      }
      const part = await addPart(upload, parts.length + 1, content);
      if (received === length) {
        await complete(upload, [...parts, part], length);
        await removeTails(upload);
      } else if (tail.length > 0) await remove(tailName).catch(() => undefined);
      return received;
    },
    cancelUpload: async (given) => {
      const upload = sessionOf(given);
      if (upload !== undefined) await unfinished.end(upload);
    },
    discardUnfinished: async (folder) => {
      await ensure();
      return unfinished.endBelow(folder);
    },
    discardUnfinishedBefore: async (time) => {
      await ensure();
      return unfinished.endOlder(time);
    },
  };
}

const writeRight = "the right to write objects (s3:PutObject)";

/** Undefined for an upload that began on another server. */
function sessionOf(text: string): Session | undefined {
  return text.startsWith("{") ? session.safeParse(JSON.parse(text)).data : undefined;
}

function isGoogle(host: string): boolean {
  return host === "storage.googleapis.com" || host.endsWith(".storage.googleapis.com");
}

function tailsOf({ tails, uploadId }: Session): string {
  return `${tails}${uploadId}/`;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
