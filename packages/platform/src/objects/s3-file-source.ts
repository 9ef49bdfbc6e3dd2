import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { s3ProjectId } from "@airlock/contract";
import { S3Client } from "@aws-sdk/client-s3";
import { WentWrong } from "../google/went-wrong.ts";
import { whyOwnBucket, type S3Account } from "./s3-account.ts";
import { createS3Calls } from "./s3-calls.ts";
import { s3Agents, type S3Destination } from "./s3-connect.ts";
import { isObjectName, maxFiles, type FileSource, type FileBucket } from "./file-source.ts";

export { whyNotEndpoint } from "./s3-connect.ts";

export interface S3Limits {
  /** For each call. */
  readonly millis?: number;
  /** How long the server may be silent in the middle of an object. */
  readonly silentMillis?: number;
  /** How long to wait for content in all, beside the time that it takes at 100 KB/s. */
  readonly spareMillis?: number;
}

/** Everything but the content of an object: lists and errors, which are read into memory. */
const maxTextBytes = 8 * 1024 ** 2;
/** A slower server would hold a job or a request for days. */
const minBytesPerSecond = 100_000;

export function s3Buckets(names: readonly string[]): readonly FileBucket[] {
  return names.map((name) => ({ id: name, name, projectId: s3ProjectId }));
}

/**
 * The buckets of an organisation's S3 account. Its server is not trusted: what it sends is limited in bytes and time, and redirects are not followed.
 * `ownBucketName` is Airlock's own bucket, as in `openGoogleFileSource`.
 */
export function openS3FileSource(
  account: S3Account,
  egress: Omit<S3Destination, "endpoint">,
  ownBucketName: string,
  limits: S3Limits = {},
): FileSource {
  const { endpoint, region, accessKey, secretKey, buckets } = account;
  const { millis = 10_000, silentMillis = 30_000, spareMillis = 30_000 } = limits;
  const who = `The S3 server ${new URL(endpoint).host}`;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    followRegionRedirects: false,
    // Users and jobs retry.
    maxAttempts: 1,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: s3Agents({ ...egress, endpoint }),
  });
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = async (request, options) => {
    const answered = await handle(request, options);
    const { response } = answered;
    const isContent = request.method === "GET" && request.query["list-type"] === undefined && response.statusCode < 300;
    // In Node the body is a stream.
    if (!isContent) response.body = limited(response.body as Readable, who);
    return answered;
  };
  const maxWaitMillis = (bytes: number) => spareMillis + (bytes / minBytesPerSecond) * 1000;
  const calls = createS3Calls(client, { who, millis, silentMillis, maxWaitMillis });
  const isReadable = whyOwnBucket(account, ownBucketName) === undefined;
  return {
    isOwn: false,
    buckets: () => Promise.resolve(isReadable ? s3Buckets(buckets) : []),
    knows: (bucket, projectId) => isReadable && projectId === s3ProjectId && buckets.includes(bucket),
    files: async (bucket) => (await calls.list(bucket, "", maxFiles)).filter(({ name }) => isObjectName(name)),
    stat: async (bucket, name) => (isObjectName(name) ? calls.stat(bucket, name) : undefined),
    read: (bucket, name, from, to) => calls.read(bucket, name, from, to),
  };
}

function limited(body: Readable, who: string): Readable {
  const passed = new PassThrough();
  let bytes = 0;
  async function* counted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxTextBytes) throw new WentWrong(`${who} sends more than can be read.`);
      yield chunk;
    }
  }
  // The reader of `passed` gets the error too.
  pipeline(body, counted, passed).catch(() => undefined);
  return passed;
}
