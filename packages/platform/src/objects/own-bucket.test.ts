import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { openOwnBucket, UploadLost, WentWrong } from "./own-bucket.ts";
import { openS3Bucket } from "./s3-bucket.ts";

const megabyte = 1024 ** 2;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

interface Reply {
  readonly status: number;
  readonly body?: string;
}

/** A bucket server that replies to each request by its method and address. */
async function start(reply: (method: string, url: URL) => Reply) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { method = "" } = request;
    const url = new URL(request.url ?? "", "http://localhost");
    requests.push(`${method} ${[...url.searchParams.keys()].filter((key) => key !== "x-id").join(" ")}`);
    const { status, body } = reply(method, url);
    request.resume().once("end", () => response.writeHead(status).end(body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("an upload that an S3 server no longer has", () => {
  const noSuchUpload = {
    status: 404,
    body: "<Error><Code>NoSuchUpload</Code><Message>The specified upload does not exist.</Message></Error>",
  };
  const noParts = { status: 200, body: "<ListPartsResult><IsTruncated>false</IsTruncated></ListPartsResult>" };
  const isPart = (method: string, url: URL) => method === "PUT" && url.searchParams.has("partNumber");
  const isListing = (method: string, url: URL) => method === "GET" && url.searchParams.has("uploadId");
  const isCompletion = (method: string, url: URL) => method === "POST" && url.searchParams.has("uploadId");
  const stored = (method: string, url: URL): Reply => {
    if (isListing(method, url)) return noParts;
    return isPart(method, url) ? { status: 200 } : { status: 404 };
  };
  const session = JSON.stringify({ name: "organisations/o/files/a.csv", uploadId: "u", tails: "organisations/o/uploads/", mark: "m" });
  function add(endpoint: string, length: number) {
    const bucket = openS3Bucket({ endpoint, region: "us-east-1", accessKey: "key", secretKey: "secret", bucket: "airlock" });
    return bucket.addToUpload(session, 0, length, Buffer.alloc(Math.min(length, 6 * megabyte)));
  }

  test.each([
    ["is read", isListing, 12 * megabyte],
    ["gets a part", isPart, 12 * megabyte],
    ["gets its last part", isPart, 1_000],
    ["is completed", isCompletion, 1_000],
  ] as const)("is reported as lost when it %s, after one call", async (_, isLost, length) => {
    const { endpoint, requests } = await start((method, url) => (isLost(method, url) ? noSuchUpload : stored(method, url)));
    expect(await errorOf(add(endpoint, length))).toBeInstanceOf(UploadLost);
    expect(requests.length).toBe(new Set(requests).size);
  });

  test("a part that the server fails to store is not lost", async () => {
    const { endpoint } = await start((method, url) => (isPart(method, url) ? { status: 500 } : stored(method, url)));
    const error = await errorOf(add(endpoint, 12 * megabyte));
    expect(error).toBeInstanceOf(WentWrong);
    expect(error).not.toBeInstanceOf(UploadLost);
  });
});

describe("an upload that a server of Google's kind no longer has", () => {
  async function add(status: number) {
    const { endpoint } = await start(() => ({ status }));
    const bucket = openOwnBucket({ endpoint, bucket: "airlock" });
    return errorOf(bucket.addToUpload(`${endpoint}/upload/session`, 0, 5, Buffer.from("bytes")));
  }

  test.each([404, 410])("is reported as lost: %i", async (status) => {
    expect(await add(status)).toBeInstanceOf(UploadLost);
  });
  test.each([403, 429, 500, 503])("and is not lost after another error: %i", async (status) => {
    const error = await add(status);
    expect(error).toBeInstanceOf(WentWrong);
    expect(error).not.toBeInstanceOf(UploadLost);
  });
});
