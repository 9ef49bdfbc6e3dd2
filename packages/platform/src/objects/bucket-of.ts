import type { Config } from "../process/config.ts";
import type { bucketSettings } from "./bucket-settings.ts";
import { openOwnBucket, type OwnBucket } from "./own-bucket.ts";
import { openS3Bucket } from "./s3-bucket.ts";

type BucketConfig = Config<(typeof bucketSettings)[number]>;

export function bucketOf(config: BucketConfig): OwnBucket {
  const bucket = config.AIRLOCK_BUCKET;
  if (config.AIRLOCK_BUCKET_SERVER === "gcs") return openOwnBucket({ endpoint: config.AIRLOCK_GCS_ENDPOINT, bucket });
  return openS3Bucket({
    endpoint: config.AIRLOCK_S3_ENDPOINT,
    region: config.AIRLOCK_S3_REGION,
    accessKey: config.AIRLOCK_S3_ACCESS_KEY,
    secretKey: config.AIRLOCK_S3_SECRET_KEY,
    bucket,
  });
}
