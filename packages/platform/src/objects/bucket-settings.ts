/** The settings of the installation's own bucket. */
export const bucketSettings = [
  "AIRLOCK_BUCKET_SERVER",
  "AIRLOCK_BUCKET",
  "AIRLOCK_GCS_ENDPOINT",
  "AIRLOCK_S3_ENDPOINT",
  "AIRLOCK_S3_REGION",
  "AIRLOCK_S3_ACCESS_KEY",
  "AIRLOCK_S3_SECRET_KEY",
] as const;
