import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { SettingName } from "@airlock/platform";
import { goBinary, installGo } from "../install/go.ts";
import { expectOk } from "../http.ts";
import { port, type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
import { signGet } from "./s3-signature.ts";

export const s3Version = "v1.8.0";

const account = { accessKey: "airlock", secretKey: "airlock-secret", region: "us-east-1" } as const;

export function s3Url(instance: Instance): string {
  return `http://127.0.0.1:${port(instance, "s3")}`;
}

/** The settings of processes whose own bucket is on this server. */
export function s3Settings(instance: Instance) {
  return {
    AIRLOCK_BUCKET_SERVER: "s3",
    AIRLOCK_S3_ENDPOINT: s3Url(instance),
    AIRLOCK_S3_REGION: account.region,
    AIRLOCK_S3_ACCESS_KEY: account.accessKey,
    AIRLOCK_S3_SECRET_KEY: account.secretKey,
  } satisfies Partial<Record<SettingName, string>>;
}

/** An S3 server on a folder. Starts on request: `--with s3`. */
export const s3: Part = {
  name: "s3",
  ports: ["s3"],

  async install() {
    await installGo("github.com/versity/versitygw/cmd/versitygw", s3Version, "versitygw");
  },

  async prepare(instance) {
    const root = join(instance.folder, "s3");
    await mkdir(root, { recursive: true });
    const { accessKey, secretKey, region } = account;
    return {
      file: goBinary("versitygw", s3Version),
      args: [
        "--port",
        `127.0.0.1:${port(instance, "s3")}`,
        "--access",
        accessKey,
        "--secret",
        secretKey,
        "--region",
        region,
        "posix",
        root,
      ],
      cwd: root,
    };
  },

  async probe(instance) {
    const buckets = await expectOk(s3Url(instance), { headers: signGet(new URL(s3Url(instance)), account, new Date()) });
    if (!buckets.includes("ListAllMyBucketsResult")) throw new Error("The response is not a list of buckets.");
  },
};
