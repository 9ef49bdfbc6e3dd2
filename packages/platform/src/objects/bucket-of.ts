import { ConfigError, type Config } from "../process/config.ts";
import type { bucketSettings } from "./bucket-settings.ts";
import { openOwnBucket, type OwnBucket } from "./own-bucket.ts";
import { openS3Bucket } from "./s3-bucket.ts";

type BucketConfig = Config<(typeof bucketSettings)[number]>;

export interface BucketTimeouts {
  /** For each call. */
  readonly millis?: number;
  /** S3: how long the server may be silent in the middle of an object. */
  readonly silentMillis?: number;
}

/** The installation's own bucket, on the server that the settings name. */
export function bucketOf(config: BucketConfig, timeouts: BucketTimeouts = {}): OwnBucket {
  const bucket = config.AIRLOCK_BUCKET;
  if (config.AIRLOCK_BUCKET_SERVER === "gcs") return openOwnBucket({ endpoint: config.AIRLOCK_GCS_ENDPOINT, bucket, ...timeouts });
  const { AIRLOCK_S3_ACCESS_KEY: accessKey, AIRLOCK_S3_SECRET_KEY: secretKey } = config;
  if ((accessKey === "") !== (secretKey === "")) throw new ConfigError("Set AIRLOCK_S3_ACCESS_KEY and AIRLOCK_S3_SECRET_KEY, or neither.");
  return openS3Bucket({
    endpoint: config.AIRLOCK_S3_ENDPOINT,
    region: config.AIRLOCK_S3_REGION,
    accessKey,
    secretKey,
    bucket,
    ...timeouts,
  });
}
