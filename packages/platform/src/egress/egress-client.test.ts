import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, type RequestListener, type Server } from "node:http";
import { Socket, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attackAnswers, attackUrls } from "./attack-addresses.fixture.ts";
import { createEgress, type EgressCall, type EgressOptions } from "./egress-client.ts";
import { createEgressPolicy } from "./egress-policy.ts";

/** A loopback server that must never receive a request. */
let canary: Server;
let canaryRequests = 0;
/** The only allowed host: a name that resolves to this machine. */
let partner: Server;
let answerAs: RequestListener;
let partnerRequests: { readonly url: string; readonly headers: Readonly<Record<string, unknown>> }[] = [];

/** Every address of an attempted connection, as `address:port`. */
const attempted = new Set<string>();
const watchSocket = (message: unknown): void => {
  if (typeof message !== "object" || message === null || !("socket" in message) || !(message.socket instanceof Socket)) return;
  message.socket.on("connectionAttempt", (address: string, port: number) => attempted.add(`${address}:${port}`));
};

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  canary = createServer((_, response) => {
    canaryRequests += 1;
    response.end("{}");
  });
  canary.on("connection", () => {
    canaryRequests += 1;
  });
  partner = createServer((request, response) => {
    partnerRequests.push({ url: request.url ?? "", headers: request.headers });
    answerAs(request, response);
  });
  subscribe("net.client.socket", watchSocket);
  for (const server of [canary, partner]) await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
});

afterAll(() => {
  unsubscribe("net.client.socket", watchSocket);
  for (const server of [canary, partner]) server.closeAllConnections();
  canary.close();
  partner.close();
});

function client(options: Partial<EgressOptions> = {}) {
  const places = ["partner.example.com", "other.example.com"];
  const policy = createEgressPolicy({ allow: places.map((place) => `${place}:${portOf(partner)}`) });
  return createEgress({
    policy,
    resolve: (host, found) => found(null, places.includes(host) ? [{ address: "127.0.0.1", family: 4 }] : []),
    ...options,
  });
}

const call = (change: Partial<EgressCall> = {}): EgressCall => ({
  method: "GET",
  url: `http://partner.example.com:${portOf(partner)}/score`,
  headers: [],
  body: "",
  timeoutMillis: 30_000,
  owner: "organisation",
  ...change,
});

test("a call to an allowed host gets its response", async () => {
  answerAs = (_, response) => response.end('{"score": 7}');
  await expect(client().call(call())).resolves.toEqual({ status: 200, body: '{"score": 7}' });
});

test("no attack by URL, redirect or name reaches the canary", async () => {
  canaryRequests = 0;
  attempted.clear();
  const egress = client();
  const port = String(portOf(canary));
  for (const url of attackUrls) {
    await expect(egress.call(call({ url: url.replace("PORT", port) })), url).rejects.toMatchObject({ code: "WEB_CALL_REFUSED" });
  }
  for (const url of attackUrls) {
    // A header cannot contain every character, and a relative URL leads back to the partner.
    const location = encodeURI(url.replace("PORT", port));
    if (!/^\s*[a-z-]+:/i.test(location) || /[\n\t]/.test(url)) continue;
    answerAs = (request, response) => {
      if (request.url !== "/score") response.end("{}");
      else response.writeHead(302, { location }).end();
    };
    partnerRequests = [];
    const answer = await egress.call(call()).catch((failure: unknown) => failure);
    // Some are relative to http and stay with the partner, which is allowed.
    expect(["refused", 2], location).toContain(answer instanceof Error ? "refused" : partnerRequests.length);
  }
  for (const address of attackAnswers) {
    const rebinding = client({
      resolve: (_, found) =>
        found(null, [
          { address: "8.8.8.8", family: 4 },
          { address, family: address.includes(":") ? 6 : 4 },
        ]),
    });
    await expect(rebinding.call(call({ url: `http://rebind.example.com:${port}/` })), address).rejects.toMatchObject({
      code: "WEB_CALL_REFUSED",
    });
  }
  expect(canaryRequests).toBe(0);
  expect([...attempted]).toEqual([`127.0.0.1:${portOf(partner)}`]);
});

test("the canary works: with an open policy, the same call reaches it", async () => {
  canaryRequests = 0;
  const egress = createEgress({ policy: createEgressPolicy({ allow: ["127.0.0.0/8"] }) });
  await egress.call(call({ url: `http://127.0.0.1:${portOf(canary)}/` }));
  expect(canaryRequests).toBeGreaterThan(0);
  expect(attempted).toContain(`127.0.0.1:${portOf(canary)}`);
  egress.close();
});

test("headers meant for one host are not sent to another", async () => {
  answerAs = (request, response) => {
    if (request.url === "/score") response.writeHead(302, { location: `http://other.example.com:${portOf(partner)}/second` }).end();
    else response.end("{}");
  };
  partnerRequests = [];
  await client().call(
    call({
      headers: [
        { key: "Authorization", value: "Bearer secret" },
        { key: "X-Api-Key", value: "secret" },
      ],
    }),
  );
  expect(partnerRequests[0]?.headers["authorization"]).toBe("Bearer secret");
  expect(partnerRequests[1]?.headers).not.toHaveProperty("authorization");
  expect(partnerRequests[1]?.headers).not.toHaveProperty("x-api-key");
});

test("a body is not sent to another host", async () => {
  answerAs = (_, response) => response.writeHead(307, { location: `http://other.example.com:${portOf(partner)}/second` }).end();
  partnerRequests = [];
  await expect(client().call(call({ method: "POST", body: '{"income": 1}' }))).rejects.toMatchObject({ code: "WEB_CALL_REFUSED" });
  expect(partnerRequests).toHaveLength(1);
});

test("the number of redirects is limited", async () => {
  answerAs = (_, response) => response.writeHead(302, { location: "/again" }).end();
  await expect(client().call(call())).rejects.toMatchObject({ code: "WEB_CALL_REFUSED" });
});

test.each(["Host", "Content-Length", "Transfer-Encoding", "Connection", "X-Forwarded-For", "Proxy-Authorization", "Bad Name"])(
  "a flow cannot set %s",
  async (key) => {
    await expect(client().call(call({ headers: [{ key, value: "x" }] }))).rejects.toMatchObject({ code: "WEB_CALL_HEADER" });
  },
);

test("a response that hangs is cancelled at the deadline", async () => {
  answerAs = () => undefined;
  await expect(client().call(call({ timeoutMillis: 100 }))).rejects.toMatchObject({ code: "WEB_CALL_TIMEOUT" });
});

test("a response that drips is cancelled at the deadline", async () => {
  answerAs = (_, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(drip));
  };
  await expect(client().call(call({ timeoutMillis: 200 }))).rejects.toMatchObject({ code: "WEB_CALL_TIMEOUT" });
});

test("an endless response is cancelled at the size limit", async () => {
  answerAs = (_, response) => {
    const pour = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", pour);
    pour();
  };
  await expect(client({ maxAnswerBytes: 500_000 }).call(call())).rejects.toMatchObject({ code: "WEB_CALL_TOO_LARGE" });
});

test("a compressed response is not decompressed", async () => {
  answerAs = (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x");
  await expect(client().call(call())).rejects.toMatchObject({ code: "WEB_CALL_FAILED" });
});

test("slow calls of one organisation leave capacity for another", async () => {
  answerAs = (_, response) => response.end("{}");
  const open = answerAs;
  answerAs = (request, response) => (request.headers["x-slow"] === undefined ? open(request, response) : undefined);
  const egress = client({ maxEach: 2 });
  const slow = call({ owner: "slow", timeoutMillis: 300, headers: [{ key: "x-slow", value: "1" }] });
  const waiting = [egress.call(slow), egress.call(slow)].map((under) => under.catch((failure: unknown) => failure));
  await expect(egress.call(slow)).rejects.toMatchObject({ code: "WEB_CALL_BUSY" });
  await expect(egress.call(call({ owner: "quick" }))).resolves.toMatchObject({ status: 200 });
  await Promise.all(waiting);
  expect(egress.underWay()).toBe(0);
  await expect(egress.call(call({ owner: "slow" }))).resolves.toMatchObject({ status: 200 });
});

test("a call is cancelled with its caller", async () => {
  answerAs = () => undefined;
  const caller = new AbortController();
  const under = client().call(call({ timeoutMillis: 5_000 }), caller.signal);
  caller.abort();
  await expect(under).rejects.toMatchObject({ code: "WEB_CALL_FAILED", message: expect.stringContaining("cancelled") as string });
});
