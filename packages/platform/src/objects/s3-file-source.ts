import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { s3ProjectId } from "@airlock/contract";
import { S3Client } from "@aws-sdk/client-s3";
import { WentWrong } from "../google/went-wrong.ts";
import { readableBuckets, type S3Account } from "./s3-account.ts";
import { createS3Calls, ResponseTooLong } from "./s3-calls.ts";
import { s3Agents, type S3Destination } from "./s3-connect.ts";
import { isObjectName, maxFiles, type FileSource, type FileBucket } from "./file-source.ts";

export { whyNotEndpoint } from "./s3-connect.ts";

export interface S3Limits {
  /** For each call. */
  readonly millis?: number;
  /** How long the server may be silent in the middle of an object. */
  readonly silentMillis?: number;
  /** How long to wait for content in all, in addition to the time that it takes at 100 KB/s. */
  readonly spareMillis?: number;
}

/**
 * Lists are read into memory and parsed in the main thread, at about 300 ms per MiB if they are made to be slow. A page of 1,000 names of 1,024 bytes
 * has 1.3 to 3 MB.
 */
const maxListBytes = 3 * 1024 ** 2;
/** Errors, and what has no content. */
const maxTextBytes = 64 * 1024;
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
  const { endpoint, region, accessKey, secretKey } = account;
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
    // Directory buckets begin with a call for a session, to which the limits of the outer call do not apply.
    s3ExpressIdentityProvider: {
      getS3ExpressIdentity: () => Promise.reject(new WentWrong(`${who}: directory buckets are not supported.`)),
    },
    requestHandler: s3Agents({ ...egress, endpoint }),
  });
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = async (request, options) => {
    const handled = await handle(request, options);
    const { response } = handled;
    const isSuccess = response.statusCode < 300;
    const isContent = isSuccess && request.query["x-id"] === "GetObject";
    const isList = isSuccess && request.query["list-type"] !== undefined;
    // In Node the body is a stream.
    if (!isContent) response.body = limited(response.body as Readable, isList ? maxListBytes : maxTextBytes);
    return handled;
  };
  const maxWaitMillis = (bytes: number) => spareMillis + (bytes / minBytesPerSecond) * 1000;
  const calls = createS3Calls(client, { who, millis, silentMillis, maxWaitMillis });
  const names = readableBuckets(account, ownBucketName);
  return {
    isOwn: false,
    buckets: () => Promise.resolve(s3Buckets(names)),
    knows: (bucket, projectId) => projectId === s3ProjectId && names.includes(bucket),
    files: async (bucket, signal) => (await calls.list(bucket, "", maxFiles, signal)).filter(({ name }) => isObjectName(name)),
    stat: async (bucket, name) => (isObjectName(name) ? calls.stat(bucket, name) : undefined),
    read: (bucket, name, from, to) => calls.read(bucket, name, from, to),
  };
}

function limited(body: Readable, maxBytes: number): Readable {
  const passed = new PassThrough();
  let bytes = 0;
  async function* counted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new ResponseTooLong();
      yield chunk;
    }
  }
  // The reader of `passed` gets the error too.
  pipeline(body, counted, passed).catch(() => undefined);
  return passed;
}
