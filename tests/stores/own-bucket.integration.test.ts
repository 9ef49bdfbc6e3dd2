import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { bucketSettings, newId, readConfig } from "@airlock/platform";
import { bucketOf } from "@airlock/platform/bucket-of";
import { WentWrong, type OwnBucket } from "@airlock/platform/own-bucket";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { killPart, startParts } from "../../services/lifecycle.ts";
import { s3Account, s3Url } from "../../services/parts/s3.ts";

const instance = inject("instance");
const unit = 256 * 1024;

function settings(server: "gcs" | "s3"): Record<string, string> {
  return {
    ...inject("environment"),
    AIRLOCK_BUCKET_SERVER: server,
    AIRLOCK_BUCKET: "own-bucket-test",
    AIRLOCK_S3_ENDPOINT: s3Url(instance),
    AIRLOCK_S3_REGION: s3Account.region,
    AIRLOCK_S3_ACCESS_KEY: s3Account.accessKey,
    AIRLOCK_S3_SECRET_KEY: s3Account.secretKey,
  };
}
const open = (server: "gcs" | "s3", changes: Record<string, string> = {}): OwnBucket =>
  bucketOf(readConfig(bucketSettings, { ...settings(server), ...changes }));

// The first run builds the server.
beforeAll(() => startParts(instance, ["s3"]), 1_800_000);
afterAll(() => killPart(instance, "s3"));

async function contentOf(bucket: OwnBucket, name: string, from?: number, to?: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bucket.read(name, from, to)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function send(bucket: OwnBucket, session: string, content: Buffer, sizes: readonly number[]): Promise<void> {
  let from = 0;
  for (const size of sizes) {
    const received = await bucket.addToUpload(session, from, content.length, content.subarray(from, from + size));
    expect(received).toBe(from + size);
    from = received;
  }
}

describe.each(["gcs", "s3"] as const)("the installation's own bucket on %s", (server) => {
  const bucket = open(server);
  const folder = `organisations/${newId()}/files/`;

  test("a file arrives in pieces of any permitted size, and is not visible before the last one", async () => {
    const content = randomBytes(10 * 1024 ** 2 + 4321);
    const sizes = [unit, unit, 8 * 1024 ** 2, unit, 2 * unit];
    sizes.push(content.length - sizes.reduce((sum, size) => sum + size, 0));
    const name = `${folder}pieces.csv`;
    const session = await bucket.beginUpload(name, "text/csv");
    await send(bucket, session, content, sizes.slice(0, -1));
    expect(await bucket.stat(name)).toBe(undefined);
    expect(await bucket.list(folder, 10)).toEqual([]);
    const from = content.length - (sizes.at(-1) ?? 0);
    expect(await bucket.addToUpload(session, from, content.length, content.subarray(from))).toBe(content.length);
    expect((await contentOf(bucket, name)).equals(content)).toBe(true);
    expect(await bucket.stat(name)).toMatchObject({ name, length: content.length });
    // The response may be lost and the same piece sent again. The emulator of Google's forgets a session that is complete.
    if (server === "s3") expect(await bucket.addToUpload(session, from, content.length, content.subarray(from))).toBe(content.length);
    expect((await bucket.list(folder, 10)).map((object) => object.name)).toEqual([name]);
  });

  test("a file of one small piece, and one of several parts, are complete", async () => {
    for (const [name, sizes] of [
      ["small.csv", [17]],
      ["large.csv", [8 * 1024 ** 2, 8 * 1024 ** 2, 8 * 1024 ** 2, 99]],
    ] as const) {
      const content = randomBytes(sizes.reduce((sum, size) => sum + size, 0));
      await send(bucket, await bucket.beginUpload(folder + name, "text/csv"), content, sizes);
      expect((await contentOf(bucket, folder + name)).equals(content), name).toBe(true);
    }
  });

  test("ranges are read, an overwritten object has another generation, and removing is idempotent", async () => {
    const name = `${folder}object`;
    await bucket.write(name, Readable.from([Buffer.from("first "), Buffer.from("content")]), "text/plain");
    const before = await bucket.stat(name);
    expect((await contentOf(bucket, name, 6)).toString()).toBe("content");
    expect((await contentOf(bucket, name, 2, 5)).toString()).toBe("rst");
    await bucket.write(name, Readable.from([Buffer.from("other content")]), "text/plain");
    expect((await bucket.stat(name))?.generation).not.toBe(before?.generation);
    expect((await contentOf(bucket, name)).toString()).toBe("other content");
    await bucket.remove(name);
    await bucket.remove(name);
    expect(await bucket.stat(name)).toBe(undefined);
  });

  test("a stream that fails leaves no object", async () => {
    const name = `${folder}failed`;
    async function* failing() {
      yield randomBytes(6 * 1024 ** 2);
      await Promise.resolve();
      throw new Error("The query was cancelled.");
    }
    await expect(bucket.write(name, Readable.from(failing()), "text/plain")).rejects.toBeInstanceOf(WentWrong);
    expect(await bucket.stat(name)).toBe(undefined);
  });

  test("a listing has the objects of its prefix only, and a missing object is reported", async () => {
    const other = `organisations/${newId()}/files/`;
    await bucket.write(`${other}theirs`, Readable.from([Buffer.from("x")]), "text/plain");
    expect((await bucket.list(folder, 100)).filter(({ name }) => !name.startsWith(folder))).toEqual([]);
    expect((await bucket.list(other, 100)).map(({ name }) => name)).toEqual([`${other}theirs`]);
    await expect(contentOf(bucket, `${folder}missing`)).rejects.toBeInstanceOf(WentWrong);
  });
});

test("S3: a piece that arrives out of order is answered with what was received", async () => {
  const bucket = open("s3");
  const content = randomBytes(7 * 1024 ** 2);
  const session = await bucket.beginUpload(`organisations/${newId()}/files/order`, "text/csv");
  expect(await bucket.addToUpload(session, 0, content.length, content.subarray(0, unit))).toBe(unit);
  expect(await bucket.addToUpload(session, 0, content.length, content.subarray(0, unit))).toBe(unit);
  expect(await bucket.addToUpload(session, 3 * unit, content.length, content.subarray(3 * unit, 4 * unit))).toBe(unit);
});

test("S3: a wrong key and a server that is away are reported, without the key", async () => {
  const wrong = open("s3", { AIRLOCK_S3_SECRET_KEY: "not-the-secret-key" });
  await expect(wrong.stat("a")).rejects.toThrow(/^The bucket server 127\.0\.0\.1:\d+ refuses the account: in own-bucket-test it needs /);
  const away = open("s3", { AIRLOCK_S3_ENDPOINT: "http://127.0.0.1:1" });
  await expect(away.stat("a")).rejects.toThrow("The bucket server 127.0.0.1:1 does not answer: the connection was refused.");
});
