import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { createConnectOut } from "../egress/connect-out.ts";
import { createEgressPolicy } from "../egress/egress-policy.ts";
import { createNameResolver } from "../egress/name-resolver.ts";
import { startNameServer } from "../testing/name-server.ts";
import { openS3FileSource, whyNotEndpoint, type S3Limits } from "./s3-file-source.ts";

const secretKey = "the-secret-key-of-the-test";
const servers: Server[] = [];
const htmlPage = "<html><head><title>Moved</title></head><body><hr>nginx</body></html>";
const emptyList = "<ListBucketResult></ListBucketResult>";

interface Started {
  readonly port: number;
  readonly requests: string[];
}

async function start(answer: (request: IncomingMessage, response: ServerResponse) => void, host = "127.0.0.1"): Promise<Started> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((up) => server.listen(0, host, up));
  return { port: (server.address() as AddressInfo).port, requests };
}
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((down) => server.close(down));
  }
});

interface Wanted {
  readonly endpoint: string;
  readonly allow?: readonly string[];
  readonly dns?: string;
  readonly buckets?: readonly string[];
  readonly limits?: S3Limits;
}

function connectWith({ allow = [], dns }: Pick<Wanted, "allow" | "dns">) {
  const { resolve } = createNameResolver(dns === undefined ? {} : { servers: [dns] });
  return createConnectOut({ policy: createEgressPolicy({ allow }), resolve });
}

function fileSource({ endpoint, buckets = ["loans"], limits = {}, ...network }: Wanted) {
  const account = { endpoint, region: "us-east-1", accessKey: "AKIAEXAMPLE", secretKey, buckets };
  return openS3FileSource(account, { connect: connectWith(network), owner: "o" }, "airlock-own", limits);
}
const local = ({ port }: Started, limits: S3Limits = {}) =>
  fileSource({ endpoint: `http://127.0.0.1:${port}`, allow: [`127.0.0.1:${port}`], limits });

async function contentOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString();
}

test("a redirect is not followed, and the signed request is sent to no other address", async () => {
  const inner = await start((_, response) => response.end("metadata"));
  for (const [status, page] of [301, 302, 307, 308].flatMap((each) => [[each, ""] as const, [each, htmlPage] as const])) {
    const outer = await start((_, response) =>
      response
        .writeHead(status, { location: `http://127.0.0.1:${inner.port}/latest/meta-data`, "x-amz-bucket-region": "eu-west-1" })
        .end(page),
    );
    const at = fileSource({ endpoint: `http://127.0.0.1:${outer.port}`, allow: ["127.0.0.1"] });
    await expect(at.files("loans"), String(status)).rejects.toThrow("redirects to another address, which is not followed");
    await expect(contentOf(at.read("loans", "a.csv")), String(status)).rejects.toThrow("redirects");
    expect(outer.requests).toHaveLength(2);
  }
  expect(inner.requests).toEqual([]);
});

test("private addresses are refused at every call, as they are written and as names resolve", async () => {
  const inner = await start((_, response) => response.end());
  const dns = await startNameServer(() => ["127.0.0.1"]);
  onTestFinished(() => void dns.close());
  for (const host of [
    "127.0.0.1",
    "2130706433",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "localhost",
    "files.example.com",
    "169.254.169.254",
    "10.0.0.7",
  ]) {
    const wanted = { endpoint: `http://${host}:${inner.port}`, dns: dns.address };
    const at = fileSource(wanted);
    // The policy's own reason, which is also the one when the account is saved.
    const refused = (await whyNotEndpoint({ connect: connectWith(wanted), owner: "o", endpoint: wanted.endpoint })) ?? "allowed";
    expect(refused, host).toContain("Airlock does not connect to this address");
    await expect(at.files("loans"), host).rejects.toThrow(refused);
    await expect(at.stat("loans", "a.csv"), host).rejects.toThrow(refused);
    await expect(contentOf(at.read("loans", "a.csv")), host).rejects.toThrow(refused);
  }
  expect(inner.requests).toEqual([]);
});

test("an IPv6 address that the operator allowed is used", async () => {
  const inner = await start((_, response) => response.end(emptyList), "::1");
  expect(await fileSource({ endpoint: `http://[::1]:${inner.port}`, allow: [`::1:${inner.port}`] }).files("loans")).toEqual([]);
  expect(inner.requests).toHaveLength(1);
});

test("without TLS only an address that is not public is used", async () => {
  const { port, requests } = await start((_, response) => response.end());
  // The socket is connected here and says that it is elsewhere: no test depends on the internet.
  const connect = async (to: Parameters<ReturnType<typeof connectWith>>[0]) => {
    const socket = await connectWith({ allow: ["127.0.0.1"] })({ ...to, host: "127.0.0.1", port });
    return Object.defineProperty(socket, "remoteAddress", { value: "93.184.216.34" });
  };
  const why = (endpoint: string) => whyNotEndpoint({ connect, owner: "o", endpoint });
  expect(await why("http://s3.example.com")).toContain("use https");
  expect(await why("https://s3.example.com")).toBe(undefined);
  expect(requests).toEqual([]);
});

test("nothing is sent in plain text to an endpoint with TLS", async () => {
  const { port, requests } = await start((_, response) => response.end());
  const at = fileSource({ endpoint: `https://127.0.0.1:${port}`, allow: [`127.0.0.1:${port}`] });
  await expect(at.files("loans")).rejects.toThrow("returned a response that cannot be read");
  expect(requests).toEqual([]);
});

test("Airlock's own bucket is not read, by its name or by a host that names it", async () => {
  const { port } = await start((_, response) => response.end());
  const byName = fileSource({ endpoint: `http://127.0.0.1:${port}`, buckets: ["airlock-own", "loans"] });
  const byHost = fileSource({ endpoint: "https://airlock-own.s3.eu-west-1.amazonaws.com", buckets: ["organisations"] });
  const byWholeHost = fileSource({ endpoint: "https://airlock-own", buckets: ["organisations"] });
  for (const at of [byName, byHost, byWholeHost]) expect(await at.buckets()).toEqual([]);
  expect([byName.knows("airlock-own", "s3"), byHost.knows("organisations", "s3")]).toEqual([false, false]);
});

test("only named buckets of the S3 project are known", async () => {
  const at = fileSource({ endpoint: "https://s3.example.com" });
  expect(await at.buckets()).toEqual([{ id: "loans", name: "loans", projectId: "s3" }]);
  expect([at.knows("loans", "s3"), at.knows("others", "s3"), at.knows("loans", "airlock")]).toEqual([true, false, false]);
});

test("a list or an error that does not end is cut off", async () => {
  const piece = Buffer.alloc(1024 ** 2, "<x/>");
  for (const status of [200, 500]) {
    const server = await start((_, response) => {
      response.writeHead(status, { "content-type": "application/xml" });
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on("drain", more);
      more();
    });
    const at = local(server);
    await expect(at.files("loans"), String(status)).rejects.toThrow(/sends more than Airlock reads\.$/);
    const whyNotRead = status === 200 ? "does not return the length" : /sends more than Airlock reads\.$/;
    await expect(contentOf(at.read("loans", "a.csv"))).rejects.toThrow(whyNotRead);
  }
});

test("a part of a file is cut where it ends, also if the server ignores the range", async () => {
  const server = await start((_, response) => response.end("0123456789"));
  expect(await contentOf(local(server).read("loans", "a.csv", 0, 4))).toBe("0123");
  await expect(contentOf(local(server).read("loans", "a.csv", 4, 6))).rejects.toThrow("does not return parts of objects");
});

test("a file without a length is not read", async () => {
  const server = await start((_, response) => {
    response.write("a");
    response.end("b");
  });
  await expect(contentOf(local(server).read("loans", "a.csv"))).rejects.toThrow("does not return the length");
});

test("a server that is silent, or sends too slowly, is given up", async () => {
  const quiet = await start(() => undefined);
  await expect(local(quiet, { millis: 100 }).files("loans")).rejects.toThrow("did not answer within 0.1 seconds");
  const halting = await start((_, response) => response.writeHead(200, { "content-length": "10" }).write("a"));
  await expect(contentOf(local(halting, { silentMillis: 100 }).read("loans", "a.csv"))).rejects.toThrow("did not answer within 0.1");
  const dripping = await start((_, response) => {
    response.writeHead(200, { "content-length": "1000" });
    const drip = setInterval(() => response.write("a"), 10);
    response.on("close", () => clearInterval(drip));
  });
  await expect(contentOf(local(dripping, { spareMillis: 100 }).read("loans", "a.csv"))).rejects.toThrow("too slowly");
});

test("the secret key and messages of the server are in no error", async () => {
  const server = await start((_, response) =>
    response.writeHead(403).end(`<Error><Code>AccessDenied</Code><Message>from the server ${secretKey}</Message></Error>`),
  );
  const error: unknown = await local(server)
    .files("loans")
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({ message: expect.stringContaining("refuses the account") as string });
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/secret|from the server/);
  expect(server.requests.join()).not.toContain(secretKey);
  expect(server.requests.join()).toContain("AKIAEXAMPLE");
});

test.each([
  [403, "refuses the account"],
  [404, "has no bucket loans"],
  [500, "returned the error 500"],
  [503, "limits the number of calls"],
])("an error %d with a page of a proxy is understood", async (status, sentence) => {
  for (const page of [htmlPage, "no healthy upstream"]) {
    const server = await start((_, response) => response.writeHead(status).end(page));
    await expect(local(server).files("loans"), page).rejects.toThrow(sentence);
    await expect(contentOf(local(server).read("loans", "a.csv")), page).rejects.toThrow(sentence);
  }
});

test("a connection that times out is reported as that", async () => {
  // A firewall that drops packets: `connectTo` ends the wait with the reason of this signal.
  const connect = () =>
    new Promise<never>((_, reject) => {
      const signal = AbortSignal.timeout(1);
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  const account = { endpoint: "https://s3.example.com", region: "us-east-1", accessKey: "AKIAEXAMPLE", secretKey, buckets: ["loans"] };
  const at = openS3FileSource(account, { connect, owner: "o" }, "airlock-own");
  await expect(at.files("loans")).rejects.toThrow("The S3 server s3.example.com does not answer: the connection timed out.");
});

test("the connection of a response that cannot be understood is closed", async () => {
  const closed = Promise.withResolvers<void>();
  const server = await start((_, response) => {
    response.on("close", closed.resolve);
    response.writeHead(200, { "content-length": "10", "last-modified": "2026-11-19T00:00:00Z" }).write("a");
  });
  await expect(contentOf(local(server).read("loans", "a.csv"))).rejects.toThrow("cannot be read");
  await closed.promise;
});

test("a caller that leaves ends its call", async () => {
  const caller = new AbortController();
  const server = await start(() => caller.abort(new Error("The caller left.")));
  await expect(local(server).files("loans", caller.signal)).rejects.toThrow("The caller left.");
});

test("a bucket with a name that the SDK handles in another way is not read", async () => {
  const reserved = ["loans--usw2-az1--x-s3", "loans--usw2-az1--xa-s3", "loans--op-s3", "loans--ol-s3", "loans--table-s3", "loans-s3alias"];
  const server = await start((_, response) => response.end(emptyList));
  const at = fileSource({ endpoint: `http://127.0.0.1:${server.port}`, allow: ["127.0.0.1"], buckets: [...reserved, "loans"] });
  expect((await at.buckets()).map(({ id }) => id)).toEqual(["loans"]);
  expect(reserved.filter((name) => at.knows(name, "s3"))).toEqual([]);
  // The inner call for a session would have no limits.
  await expect(at.files(reserved[0] ?? "")).rejects.toThrow("directory buckets are not supported");
  expect(server.requests).toEqual([]);
});

test("only the content of an object is not limited to what a list may have", async () => {
  const long = "x".repeat(4 * 1024 ** 2);
  const server = await start((_, response) => response.writeHead(200, { "content-length": String(long.length) }).end(long));
  expect(await contentOf(local(server).read("loans", "a.csv"))).toBe(long);
  const error = await start((_, response) => response.writeHead(500).end(`<Error><Message>${"x".repeat(100_000)}</Message></Error>`));
  await expect(local(error).files("loans")).rejects.toThrow(/sends more than Airlock reads\.$/);
});

test("a page of a thousand files with the longest names is listed", async () => {
  const entry = (at: number) =>
    `<Contents><Key>${"&amp;/".repeat(400)}${at}</Key><LastModified>2026-11-19T00:00:00.000Z</LastModified><ETag>&quot;d41d8cd98f00b204e9800998ecf8427e&quot;</ETag><Size>5</Size></Contents>`;
  const page = `<ListBucketResult>${Array.from({ length: 1_000 }, (_, at) => entry(at)).join("")}</ListBucketResult>`;
  const server = await start((_, response) => response.end(page));
  expect(await local(server).files("loans")).toHaveLength(1_000);
});

test.each(["<Size>many</Size>", "<Size>-1</Size>", "<Size>1e300</Size>"])("a list with %s is refused", async (size) => {
  const server = await start((_, response) =>
    response.end(`<ListBucketResult><Contents><Key>a.csv</Key>${size}</Contents></ListBucketResult>`),
  );
  await expect(local(server).files("loans")).rejects.toThrow(/an object without a length|cannot be read/);
});
