import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SlotQueue } from "@airlock/platform";
import { connectOutOf, egressPolicyOf } from "@airlock/platform/egress";
import type { OwnBucket } from "@airlock/platform/own-bucket";
import { afterEach, expect, test } from "vitest";
import { createS3Lists } from "../bucket/s3-lists.ts";
import { testS3Account } from "./s3-account.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((down) => server.close(down));
  }
});

/** An S3 server that reports which bucket is listed. */
async function start(answer: (bucket: string, response: ServerResponse) => void) {
  const server = createServer(({ url = "" }, response) => answer(new URL(url, "http://s3").pathname.split("/")[1] ?? "", response));
  servers.push(server);
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  const { port } = server.address() as AddressInfo;
  const parts = {
    connectOut: connectOutOf(egressPolicyOf(`127.0.0.1:${port}`, {})),
    ownBucket: { name: "airlock-own" } as OwnBucket,
    s3Lists: createS3Lists(),
  };
  const account = (buckets: readonly string[]) => ({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    accessKey: "AKIAEXAMPLE",
    secretKey: "secret",
    buckets,
  });
  return { parts, account };
}
const list = (response: ServerResponse) => void response.end("<ListBucketResult></ListBucketResult>");
const remains = new AbortController().signal;

test("buckets are listed two at a time", async () => {
  const waiting: ServerResponse[] = [];
  let largest = 0;
  const { parts, account } = await start((_, response) => {
    waiting.push(response);
    largest = Math.max(largest, waiting.length);
    if (waiting.length === 2) for (const each of waiting.splice(0)) list(each);
  });
  const names = ["b1", "b2", "b3", "b4", "b5", "b6"].map((name) => `loans-${name}`);
  const check = await testS3Account(parts, "o", account(names), remains);
  expect(check).toMatchObject({ ok: true, seen: names, sentence: expect.stringContaining("6 buckets") as string });
  expect(largest).toBe(2);
});

test("the first error ends the test, and a deadline all of it", async () => {
  const closed = Promise.withResolvers<void>();
  const { parts, account } = await start((bucket, response) => {
    if (bucket === "denied") response.writeHead(403).end();
    else response.on("close", closed.resolve);
  });
  const denied = await testS3Account(parts, "o", account(["silent", "denied"]), remains);
  expect(denied).toMatchObject({ ok: false, seen: [], sentence: expect.stringContaining("refuses the account") as string });
  await closed.promise;
  const late = await testS3Account(parts, "o", account(["silent"]), remains, 50);
  expect(late).toMatchObject({ ok: false, sentence: expect.stringContaining("of all buckets within 0.05 seconds") as string });
});

test("a caller that leaves ends the test", async () => {
  const caller = new AbortController();
  const { parts, account } = await start(() => caller.abort(new Error("The caller left.")));
  await expect(testS3Account(parts, "o", account(["silent"]), caller.signal)).rejects.toThrow("The caller left.");
});

test("a bucket that became Airlock's own fails the test", async () => {
  const { parts, account } = await start((_, response) => list(response));
  const check = await testS3Account(parts, "o", account(["airlock-own", "loans"]), remains);
  expect(check).toEqual({
    what: "buckets",
    ok: false,
    sentence: "The buckets cannot be read: airlock-own is Airlock's own bucket.",
    seen: [],
  });
});

test("every list of a test has a slot of the organisation", async () => {
  const { parts, account } = await start((_, response) => list(response));
  const entered: string[] = [];
  const s3Lists: SlotQueue = {
    ...parts.s3Lists,
    run: (organisationId, signal, work) => {
      entered.push(organisationId);
      return parts.s3Lists.run(organisationId, signal, work);
    },
  };
  const names = ["loans-1", "loans-2", "loans-3"];
  expect(await testS3Account({ ...parts, s3Lists }, "o", account(names), remains)).toMatchObject({ ok: true, seen: names });
  expect(entered).toEqual(["o", "o", "o"]);
});
