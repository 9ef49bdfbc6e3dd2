import { expect, test, vi } from "vitest";
import { readConfig } from "../process/config.ts";
import { bucketOf } from "./bucket-of.ts";
import { bucketSettings } from "./bucket-settings.ts";

const open = (environment: Record<string, string>) => bucketOf(readConfig(bucketSettings, environment));

test("the bucket is at Google, or on the S3 server that is set", async () => {
  expect(open({ AIRLOCK_BUCKET: "ours" }).nameAtGoogle).toBe("ours");
  // An organisation's bucket at Google may have the same name.
  expect(open({ AIRLOCK_BUCKET: "ours", AIRLOCK_BUCKET_SERVER: "s3" }).nameAtGoogle).toBe(undefined);
  const interoperable = { AIRLOCK_BUCKET: "ours", AIRLOCK_BUCKET_SERVER: "s3", AIRLOCK_S3_ENDPOINT: "https://storage.googleapis.com" };
  expect(open(interoperable).nameAtGoogle).toBe("ours");
  const endpoints = { AIRLOCK_GCS_ENDPOINT: "http://127.0.0.1:1", AIRLOCK_S3_ENDPOINT: "http://127.0.0.1:2" };
  await expect(open(endpoints).stat("a")).rejects.toThrow("The bucket server 127.0.0.1:1 does not answer");
  const keys = { AIRLOCK_S3_ACCESS_KEY: "key", AIRLOCK_S3_SECRET_KEY: "secret" };
  const s3 = { ...endpoints, ...keys, AIRLOCK_BUCKET_SERVER: "s3" };
  await expect(open(s3).stat("a")).rejects.toThrow("The bucket server 127.0.0.1:2 does not answer");
});

test("an S3 server without credentials is reported as that", async () => {
  // Nothing that the SDK looks at.
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "AWS_WEB_IDENTITY_TOKEN_FILE"])
    vi.stubEnv(name, undefined);
  for (const name of ["AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"]) vi.stubEnv(name, "/dev/null");
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  try {
    const bucket = open({ AIRLOCK_BUCKET_SERVER: "s3", AIRLOCK_S3_ENDPOINT: "http://127.0.0.1:2" });
    await expect(bucket.stat("a")).rejects.toThrow("Airlock found no credentials for its bucket.");
  } finally {
    vi.unstubAllEnvs();
  }
});

test("one S3 key without the other, an unknown server and an endpoint that is no URL are refused", () => {
  for (const key of ["AIRLOCK_S3_ACCESS_KEY", "AIRLOCK_S3_SECRET_KEY"])
    expect(() => open({ AIRLOCK_BUCKET_SERVER: "s3", [key]: "x" })).toThrow(
      "Set AIRLOCK_S3_ACCESS_KEY and AIRLOCK_S3_SECRET_KEY, or neither.",
    );
  expect(() => open({ AIRLOCK_BUCKET_SERVER: "azure" })).toThrow("AIRLOCK_BUCKET_SERVER");
  for (const endpoint of ["s3.example.com", "minio:9000", "ftp://s3.example.com"])
    expect(() => open({ AIRLOCK_S3_ENDPOINT: endpoint }), endpoint).toThrow("AIRLOCK_S3_ENDPOINT");
});
