import { expect, test } from "vitest";
import { readConfig } from "../process/config.ts";
import { bucketOf } from "./bucket-of.ts";
import { bucketSettings } from "./bucket-settings.ts";

const open = (environment: Record<string, string>) => bucketOf(readConfig(bucketSettings, environment));

test("the bucket is at Google, or on the S3 server that is set", async () => {
  expect(open({ AIRLOCK_BUCKET: "ours" }).nameAtGoogle).toBe("ours");
  // An organisation's bucket at Google may have the same name.
  expect(open({ AIRLOCK_BUCKET: "ours", AIRLOCK_BUCKET_SERVER: "s3" }).nameAtGoogle).toBe(undefined);
  const endpoints = { AIRLOCK_GCS_ENDPOINT: "http://127.0.0.1:1", AIRLOCK_S3_ENDPOINT: "http://127.0.0.1:2" };
  await expect(open(endpoints).stat("a")).rejects.toThrow("The bucket server 127.0.0.1:1 does not answer");
  const keys = { AIRLOCK_S3_ACCESS_KEY: "key", AIRLOCK_S3_SECRET_KEY: "secret" };
  const s3 = { ...endpoints, ...keys, AIRLOCK_BUCKET_SERVER: "s3" };
  await expect(open(s3).stat("a")).rejects.toThrow("The bucket server 127.0.0.1:2 does not answer");
});

test("one S3 key without the other, an unknown server and an endpoint that is no URL are refused", () => {
  for (const key of ["AIRLOCK_S3_ACCESS_KEY", "AIRLOCK_S3_SECRET_KEY"])
    expect(() => open({ AIRLOCK_BUCKET_SERVER: "s3", [key]: "x" })).toThrow(
      "Set AIRLOCK_S3_ACCESS_KEY and AIRLOCK_S3_SECRET_KEY, or neither.",
    );
  expect(() => open({ AIRLOCK_BUCKET_SERVER: "azure" })).toThrow("AIRLOCK_BUCKET_SERVER");
  expect(() => open({ AIRLOCK_S3_ENDPOINT: "s3.example.com" })).toThrow("AIRLOCK_S3_ENDPOINT");
});
