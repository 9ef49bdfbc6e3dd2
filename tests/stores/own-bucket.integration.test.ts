import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { bucketSettings, newId, readConfig } from "@airlock/platform";
import { bucketOf, type BucketTimeouts } from "@airlock/platform/bucket-of";
import { WentWrong, type OwnBucket } from "@airlock/platform/own-bucket";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { port } from "../../services/instance.ts";
import { killPart, startParts } from "../../services/lifecycle.ts";
import { s3Settings } from "../../services/parts/s3.ts";
import { startHttpProxy } from "../support/http-proxy.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";

const instance = inject("instance");
const unit = 256 * 1024;

function settings(server: "gcs" | "s3"): Record<string, string> {
  return { ...inject("environment"), ...(server === "s3" ? s3Settings(instance) : {}), AIRLOCK_BUCKET: "own-bucket-test" };
}
function open(server: "gcs" | "s3", changes: Record<string, string> = {}, timeouts: BucketTimeouts = {}): OwnBucket {
  return bucketOf(readConfig(bucketSettings, { ...settings(server), ...changes }), timeouts);
}
/** The S3 server with another address. */
const openAt = (proxyPort: number, timeouts?: BucketTimeouts) =>
  open("s3", { AIRLOCK_S3_ENDPOINT: `http://127.0.0.1:${proxyPort}` }, timeouts);

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

/** More than a part, then an error. */
async function* failing(): AsyncGenerator<Buffer> {
  for (let megabytes = 0; megabytes < 40; megabytes += 1) yield randomBytes(1024 ** 2);
  await Promise.resolve();
  throw new Error("The query was cancelled.");
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

test("S3: a piece that is sent again is answered with what was received, and one that would leave a hole is refused", async () => {
  const bucket = open("s3");
  const content = randomBytes(7 * 1024 ** 2);
  const session = await bucket.beginUpload(`organisations/${newId()}/files/order`, "text/csv");
  expect(await bucket.addToUpload(session, 0, content.length, content.subarray(0, unit))).toBe(unit);
  expect(await bucket.addToUpload(session, 0, content.length, content.subarray(0, unit))).toBe(unit);
  const ahead = bucket.addToUpload(session, 3 * unit, content.length, content.subarray(3 * unit, 4 * unit));
  await expect(ahead).rejects.toThrow(`has ${unit} bytes of the upload instead of ${3 * unit}. Begin again.`);
});

test("S3: an upload is completed by the next call if the object could not be, and not reported as complete before", async () => {
  const isCompletion = (method: string, url: URL) => method === "POST" && url.searchParams.has("uploadId");
  let isRefused = true;
  const proxy = await startHttpProxy(port(instance, "s3"), (method, url) => (isRefused && isCompletion(method, url) ? 503 : undefined));
  try {
    const bucket = openAt(proxy.port);
    const name = `organisations/${newId()}/files/late`;
    const content = randomBytes(1000);
    const session = await bucket.beginUpload(name, "text/csv");
    const add = () => bucket.addToUpload(session, 0, content.length, content);
    for (let times = 0; times < 2; times += 1) await expect(add()).rejects.toThrow("limits the number of calls");
    expect(await bucket.stat(name)).toBe(undefined);
    isRefused = false;
    expect(await add()).toBe(content.length);
    // The response may be lost and the same piece sent again.
    expect(await add()).toBe(content.length);
    expect((await contentOf(bucket, name)).equals(content)).toBe(true);
  } finally {
    await proxy.close();
  }
});

/** Names of the beginnings of parts, of one organisation and of uploads that began before they were in its folder. */
async function tailsIn(bucket: OwnBucket, folder: string): Promise<readonly string[]> {
  return [...(await bucket.list(`${folder}uploads/`, 100)), ...(await bucket.list("uploads/", 100))].map(({ name }) => name);
}
/** The session of an upload that began before. */
const former = (session: string) => {
  const { name, uploadId } = JSON.parse(session) as { readonly name: string; readonly uploadId: string };
  return JSON.stringify({ name, uploadId });
};
const ownBucketNamed = () =>
  `own-${newId()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")}`;

test("S3: a cancelled upload leaves neither parts nor beginnings of parts", async () => {
  const bucket = open("s3", { AIRLOCK_BUCKET: ownBucketNamed() });
  const content = randomBytes(12 * 1024 ** 2);
  const folder = `organisations/${newId()}/`;
  for (const sessionOf of [String, former]) {
    const session = sessionOf(await bucket.beginUpload(`${folder}files/cancelled`, "text/csv"));
    await send(bucket, session, content, [6 * 1024 ** 2, unit]);
    expect(await tailsIn(bucket, folder)).toHaveLength(1);
    await bucket.cancelUpload(session);
    expect(await tailsIn(bucket, folder)).toEqual([]);
    await expect(bucket.addToUpload(session, 0, content.length, content.subarray(0, unit))).rejects.toThrow("Begin again.");
    await bucket.cancelUpload(session);
  }
});

test("S3: what an organisation did not finish is discarded with it, and what began before a time for all", async () => {
  // S3 rounds times to seconds.
  const before = new Date(Date.now() - 2_000);
  const bucket = open("s3", { AIRLOCK_BUCKET: ownBucketNamed() });
  const folders = Array.from({ length: 3 }, () => `organisations/${newId()}/`);
  const [gone = "", other = ""] = folders;
  const content = randomBytes(20 * 1024 ** 2);
  const sessions = await Promise.all(
    folders.map(async (folder, index) => {
      const begun = await bucket.beginUpload(`${folder}files/unfinished`, "text/csv");
      const session = index === 2 ? former(begun) : begun;
      await send(bucket, session, content, [6 * 1024 ** 2, unit]);
      return session;
    }),
  );
  const continues = async (session: string) => {
    const from = 6 * 1024 ** 2 + unit;
    const adding = bucket.addToUpload(session, from, content.length, content.subarray(from, from));
    return adding.then(
      () => true,
      () => false,
    );
  };
  const state = async () => ({
    continue: await Promise.all(sessions.map(continues)),
    tails: (await Promise.all([gone, other].map((folder) => bucket.list(`${folder}uploads/`, 10)))).map(({ length }) => length),
    former: (await bucket.list("uploads/", 10)).length,
  });
  expect(await bucket.discardUnfinishedBefore(before)).toBe(0);
  expect(await state()).toEqual({ continue: [true, true, true], tails: [1, 1], former: 1 });
  expect(await bucket.discardUnfinished(gone)).toBe(1);
  expect(await state()).toEqual({ continue: [false, true, true], tails: [0, 1], former: 1 });
  // Left by a process that died between completing an upload and deleting them.
  for (const name of [`${gone}uploads/x/0`, "uploads/x/0"]) await bucket.write(name, Readable.from(["x"]), "text/csv");
  await bucket.write(`${other}files/finished`, Readable.from(["x"]), "text/csv");
  expect(await bucket.discardUnfinishedBefore(new Date(Date.now() + 60_000))).toBe(4);
  expect(await state()).toEqual({ continue: [false, false, false], tails: [0, 0], former: 0 });
  expect((await bucket.list("", 10)).map(({ name }) => name)).toEqual([`${other}files/finished`]);
});

test("S3: after an upload is complete nothing else of it remains, also if it was completed by a later call", async () => {
  const isCompletion = (method: string, url: URL) => method === "POST" && url.searchParams.has("uploadId");
  let isRefused = true;
  const proxy = await startHttpProxy(port(instance, "s3"), (method, url) => (isRefused && isCompletion(method, url) ? 503 : undefined));
  try {
    const bucket = openAt(proxy.port);
    const folder = `organisations/${newId()}/`;
    const session = await bucket.beginUpload(`${folder}files/tails`, "text/csv");
    const content = randomBytes(2 * unit + 5);
    await send(bucket, session, content, [unit, unit]);
    const last = () => bucket.addToUpload(session, 2 * unit, content.length, content.subarray(2 * unit));
    await expect(last()).rejects.toThrow("limits the number of calls");
    expect(await bucket.list(`${folder}uploads/`, 10)).toHaveLength(1);
    isRefused = false;
    expect(await last()).toBe(content.length);
    expect((await contentOf(bucket, `${folder}files/tails`)).equals(content)).toBe(true);
    expect(await bucket.list(`${folder}uploads/`, 10)).toEqual([]);
  } finally {
    await proxy.close();
  }
});

test("S3: a server that sends nothing while it completes an object is waited for", async () => {
  const isCompletion = (method: string, url: URL) => method === "POST" && url.searchParams.has("uploadId");
  const proxy = await startHttpProxy(port(instance, "s3"), (method, url) =>
    // Fixed wait: longer than other calls may take.
    isCompletion(method, url) ? pause(7_000, undefined) : undefined,
  );
  try {
    const bucket = openAt(proxy.port, { millis: 5_000, silentMillis: 5_000 });
    const folder = `organisations/${newId()}/`;
    const content = randomBytes(20 * 1024 ** 2);
    const adding = async () => {
      const session = await bucket.beginUpload(`${folder}files/slow`, "text/csv");
      return bucket.addToUpload(session, 0, 5, Buffer.from("bytes"));
    };
    const writing = bucket.write(`${folder}exports/slow`, Readable.from([content]), "text/csv");
    expect(await Promise.all([adding(), writing])).toEqual([5, undefined]);
    expect((await contentOf(bucket, `${folder}exports/slow`)).equals(content)).toBe(true);
  } finally {
    await proxy.close();
  }
});

test("S3: a piece that is stored late, with another length, is noticed", async () => {
  let release: () => void = () => undefined;
  const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
  const isPart = (method: string, url: URL) => method === "PUT" && url.searchParams.has("partNumber");
  const proxy = await startHttpProxy(port(instance, "s3"), (method, url) => (isPart(method, url) ? held : undefined));
  try {
    const bucket = open("s3");
    const content = randomBytes(24 * 1024 ** 2);
    const session = await bucket.beginUpload(`organisations/${newId()}/files/late-piece`, "text/csv");
    const late = openAt(proxy.port).addToUpload(session, 0, content.length, content.subarray(0, 6 * 1024 ** 2));
    await expect.poll(() => proxy.requests.some(({ method, url }) => isPart(method, url))).toBe(true);
    await send(bucket, session, content, [8 * 1024 ** 2, 8 * 1024 ** 2]);
    release();
    await late;
    const from = 16 * 1024 ** 2;
    const next = bucket.addToUpload(session, from, content.length, content.subarray(from));
    await expect(next).rejects.toThrow(`has ${14 * 1024 ** 2} bytes of the upload instead of ${from}. Begin again.`);
  } finally {
    await proxy.close();
  }
});

test("S3: another object of the same name and length is not taken for the upload", async () => {
  const bucket = open("s3");
  const name = `organisations/${newId()}/files/same`;
  const session = await bucket.beginUpload(name, "text/csv");
  await bucket.cancelUpload(session);
  await bucket.write(name, Readable.from([Buffer.from("other")]), "text/csv");
  await expect(bucket.addToUpload(session, 0, 5, Buffer.from("bytes"))).rejects.toThrow("Begin again.");
});

test("S3: a bucket that another process creates at the same time is used, however the server refuses the second one", async () => {
  const AIRLOCK_BUCKET = ownBucketNamed();
  await open("s3", { AIRLOCK_BUCKET }).list("", 10);
  let looks = 0;
  const proxy = await startHttpProxy(port(instance, "s3"), (method) => {
    if (method === "PUT") return 500;
    looks += method === "HEAD" ? 1 : 0;
    return method === "HEAD" && looks < 3 ? 404 : undefined;
  });
  try {
    const bucket = open("s3", { AIRLOCK_BUCKET, AIRLOCK_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` });
    expect(await bucket.list("", 10)).toEqual([]);
    expect(looks).toBe(3);
  } finally {
    await proxy.close();
  }
});

test("S3: a stream that fails ends its upload, and a bucket that fails ends the stream", async () => {
  let isAway = false;
  const proxy = await startHttpProxy(port(instance, "s3"), (method) => (isAway && method === "PUT" ? 500 : undefined));
  try {
    const bucket = openAt(proxy.port);
    const name = `organisations/${newId()}/exports/failed`;
    await expect(bucket.write(name, Readable.from(failing()), "text/csv")).rejects.toBeInstanceOf(WentWrong);
    const uploads = proxy.requests.filter(({ method, url }) => method === "POST" && url.searchParams.has("uploads"));
    const ended = proxy.requests.filter(({ method, url }) => method === "DELETE" && url.searchParams.has("uploadId"));
    expect([uploads.length, ended.length]).toEqual([1, 1]);

    isAway = true;
    const content = Readable.from(failing());
    await expect(bucket.write(name, content, "text/csv")).rejects.toThrow("returned the error 500");
    expect(content.destroyed).toBe(true);
  } finally {
    await proxy.close();
  }
});

test("S3: a reader that stops early ends the transfer", async () => {
  const proxy = await startHttpProxy(port(instance, "s3"));
  try {
    const bucket = openAt(proxy.port);
    const name = `organisations/${newId()}/exports/large`;
    // More than the buffers of the sockets in between.
    await bucket.write(name, Readable.from(Array.from({ length: 64 }, () => randomBytes(1024 ** 2))), "text/csv");
    for await (const chunk of bucket.read(name)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await expect.poll(() => proxy.abandoned()).toBe(1);
  } finally {
    await proxy.close();
  }
});

test("S3: a server that goes silent is not waited for, neither in a call nor while reading or writing an object", async () => {
  const proxy = await startTcpProxy({ host: "127.0.0.1", port: port(instance, "s3") });
  const silent = /^The bucket server 127\.0\.0\.1:\d+ did not answer within 0\.5 seconds\.$/;
  try {
    const bucket = openAt(proxy.port, { millis: 500, silentMillis: 500 });
    const patient = openAt(proxy.port);
    const name = `organisations/${newId()}/exports/silent`;
    await patient.write(name, Readable.from(Array.from({ length: 64 }, () => randomBytes(1024 ** 2))), "text/csv");
    const reading = async () => {
      for await (const chunk of bucket.read(name)) if (chunk.length > 0) proxy.holdBoth();
    };
    await expect(reading()).rejects.toThrow(silent);
    await expect(bucket.stat(name)).rejects.toThrow(silent);
    proxy.pass();
    expect(await patient.stat(name)).toMatchObject({ length: 64 * 1024 ** 2 });
    async function* interrupted(): AsyncGenerator<Buffer> {
      yield randomBytes(20 * 1024 ** 2);
      await Promise.resolve();
      proxy.holdBoth();
      yield randomBytes(20 * 1024 ** 2);
    }
    await expect(openAt(proxy.port, { silentMillis: 500 }).write(`${name}-2`, Readable.from(interrupted()), "text/csv")).rejects.toThrow(
      silent,
    );
  } finally {
    await proxy.close();
  }
});

test("S3: processes that start together create the bucket once, and a range after the end is empty", async () => {
  const AIRLOCK_BUCKET = ownBucketNamed();
  const buckets = Array.from({ length: 8 }, () => open("s3", { AIRLOCK_BUCKET }));
  expect(await Promise.all(buckets.map((bucket) => bucket.list("", 10)))).toEqual(buckets.map(() => []));
  const [bucket] = buckets;
  if (bucket === undefined) throw new Error("There is no bucket.");
  await bucket.write("empty", Readable.from([]), "text/csv");
  expect(await contentOf(bucket, "empty", 0, 100)).toEqual(Buffer.alloc(0));
});

test("S3: a wrong key and a server that is away are reported, without the key", async () => {
  const wrong = open("s3", { AIRLOCK_S3_SECRET_KEY: "not-the-secret-key" });
  await expect(wrong.stat("a")).rejects.toThrow(/^The bucket server 127\.0\.0\.1:\d+ refuses the account: in own-bucket-test it needs /);
  const away = open("s3", { AIRLOCK_S3_ENDPOINT: "http://127.0.0.1:1" });
  await expect(away.stat("a")).rejects.toThrow("The bucket server 127.0.0.1:1 does not answer: the connection was refused.");
});
