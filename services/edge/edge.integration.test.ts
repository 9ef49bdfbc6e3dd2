import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { problemBody, problemSchema } from "@airlock/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { port, publicUrl } from "../instance.ts";
import { startAll, stopAll } from "../lifecycle.ts";
import type { Part } from "../part.ts";
import type { PortName } from "../ports.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../temporary-instance.ts";
import { edge } from "./edge.ts";

interface Seen {
  readonly by: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

const issuer = "http://localhost:4711/realms/airlock";
const execute = "/dme/manage/v1/solutions/s1/versions/v1/execute";

let running: TemporaryInstance;
let front: Part;
let servers: Server[] = [];
let seen: Seen[] = [];

beforeAll(async () => {
  running = await startTemporaryInstance([]);
  const root = join(running.instance.folder, "console");
  await mkdir(join(root, "assets"), { recursive: true });
  await writeFile(join(root, "index.html"), '<meta name="csp-nonce" content="__CSP_NONCE__"><div id="root"></div>');
  await writeFile(join(root, "assets/app-1a2b.js"), "console.log(1)");
  await mkdir(join(root, "documentation/assets"), { recursive: true });
  await mkdir(join(root, "documentation/guides"), { recursive: true });
  await writeFile(join(root, "documentation/index.html"), "home");
  await writeFile(join(root, "documentation/404.html"), "no such page");
  await writeFile(join(root, "documentation/guides/a.html"), "guide");
  await writeFile(join(root, "documentation/assets/x.1a2b.js"), "1");
  front = edge({ console: "files", issuer, clientId: "airlock-console", runtimes: ["runtime1", "runtime2"], root });
  await startAll(running.instance, [front]);
});

afterAll(async () => {
  await stopAll(running.instance, [front]);
  await running.stop();
});

beforeEach(async () => {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise((closed) => {
          server.closeAllConnections();
          server.close(closed);
        }),
    ),
  );
  servers = [];
  seen = [];
});

/** A fake process: these tests are only about what the edge does with a request. */
async function listen(name: PortName, answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<void> {
  const server = createServer((request, response) => {
    seen.push({ by: name, path: request.url ?? "", headers: request.headers });
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(port(running.instance, name), "127.0.0.1", listening));
}

/** The response of a runtime that cannot store its decisions. */
const cannotStore = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  await text(request);
  response.writeHead(503, { "content-type": "application/problem+json" });
  response.end('{"code":"EXECUTION_NOT_LOGGED"}');
};
const sendMany = (count: number) =>
  Promise.all(Array.from({ length: count }, () => fetch(at(execute), { method: "POST", body: "{}" }).then(answerOf)));
const answerOf = async (response: Response) => `${response.status} ${await response.text()}`;

const ok = (_asked: IncomingMessage, response: ServerResponse) => response.end("{}");
const at = (path: string) => `${publicUrl(running.instance)}${path}`;

describe("the edge", () => {
  it("routes decisions to a runtime and everything else under /dme to the api", async () => {
    await Promise.all([listen("api", ok), listen("runtime1", ok), listen("runtime2", ok)]);
    await fetch(at(execute), { method: "POST", body: "{}" });
    await fetch(at("/dme/manage/v1/versions/v1/execute?x=1"), { method: "POST", body: "{}" });
    await fetch(at("/dme/manage/v1/solutions/s1/versions/v1"));
    await fetch(at("/dme/manage/v1/versions/v1/execute/more"));
    expect(seen.map(({ by, path }) => [by.replace(/\d/, ""), path])).toEqual([
      ["runtime", execute],
      ["runtime", "/dme/manage/v1/versions/v1/execute?x=1"],
      ["api", "/dme/manage/v1/solutions/s1/versions/v1"],
      ["api", "/dme/manage/v1/versions/v1/execute/more"],
    ]);
  });

  it("routes the OpenAPI document of a version to a runtime for a key, and to the api otherwise", async () => {
    await Promise.all([listen("api", ok), listen("runtime1", ok), listen("runtime2", ok)]);
    const document = at("/dme/manage/v1/versions/v1/openapi");
    await fetch(document, { headers: { authorization: "Bearer alk_01_secret" } });
    await fetch(document, { headers: { authorization: "Bearer eyJ.a.b" } });
    await fetch(document);
    expect(seen.map(({ by }) => by.replace(/\d/, ""))).toEqual(["runtime", "api", "api"]);
  });

  it.each(["/ready", "/live", "/metrics", "/openapi.json"])("responds with 404 at %s", async (path) => {
    const response = await fetch(at(path));
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
    const body = problemSchema.parse(await response.json());
    expect(body).toEqual(problemBody({ code: "ROUTE_UNKNOWN" }, body.correlationId));
  });

  it("routes a decision of a signed-in user to the api, with its body", async () => {
    let received = "";
    const reads = async (request: IncomingMessage, response: ServerResponse) => {
      received = await text(request);
      response.end("{}");
    };
    await Promise.all([
      listen("api", (request, response) => void reads(request, response)),
      listen("runtime1", ok),
      listen("runtime2", ok),
    ]);
    const send = (authorization: string) => fetch(at(execute), { method: "POST", headers: { authorization }, body: '{"age":20}' });
    expect((await send("Bearer eyJhbGciOiJSUzI1NiJ9.e30.x")).status).toBe(200);
    await send("Bearer alk_01ARZ3NDEKTSV4RRFFQ69G5FAV_secret");
    expect(seen.map(({ by, path }) => [by.replace(/\d/, ""), path])).toEqual([
      ["api", execute],
      ["runtime", execute],
    ]);
    expect(received).toBe('{"age":20}');
  });

  it("never sends a decision to a second runtime after one has received it", async () => {
    const dies = (request: IncomingMessage) => void text(request).then(() => request.socket.destroy());
    await Promise.all([listen("runtime1", dies), listen("runtime2", dies)]);
    const response = await fetch(at(execute), { method: "POST", body: "{}" });
    expect(response.status).toBe(502);
    expect(seen).toHaveLength(1);
  });

  it("skips a runtime that does not listen", async () => {
    await listen("runtime2", ok);
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(at(execute), { method: "POST", body: "{}" })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  it("tries another runtime if one responds with 503, and sends that one little for a second", async () => {
    await Promise.all([listen("runtime1", cannotStore), listen("runtime2", ok)]);
    const answers = [...(await sendMany(20)), ...(await sendMany(20)), ...(await sendMany(20))];
    expect(new Set(answers)).toEqual(new Set(["200 {}"]));
    expect(seen.filter(({ by }) => by === "runtime2")).toHaveLength(60);
    expect(seen.length).toBeLessThan(120);
  });

  it("passes on a runtime's own problem if every runtime that listens responds with 503", async () => {
    const refused = new Set(['503 {"code":"EXECUTION_NOT_LOGGED"}']);
    await listen("runtime2", cannotStore);
    expect(new Set(await sendMany(20))).toEqual(refused);
    await listen("runtime1", cannotStore);
    expect(new Set(await sendMany(20))).toEqual(refused);
  });

  it("reports that no runtime responds, without a problem body that could be mistaken for the api's", async () => {
    const response = await fetch(at("/dme/manage/v1/users/me"));
    expect([response.status, response.headers.get("content-type")]).toEqual([502, "text/plain"]);
  });

  it("refuses large bodies without credentials before it reads them, and accepts small ones and uploads", async () => {
    const reads = async (request: IncomingMessage, response: ServerResponse) => {
      await text(request);
      response.end("{}");
    };
    await Promise.all([
      listen("api", (request, response) => void reads(request, response)),
      listen("runtime1", ok),
      listen("runtime2", ok),
    ]);
    const large = Buffer.alloc(3_000_000, "x");
    const refused = await fetch(at("/dme/manage/v1/solutions"), { method: "POST", body: large });
    expect([refused.status, refused.headers.get("content-type")]).toEqual([401, "application/problem+json"]);
    const { correlationId, ...body } = problemSchema.parse(await refused.json());
    expect(problemBody({ code: "TOKEN_MISSING" }, correlationId)).toEqual({ ...body, correlationId });
    const chunked = new Blob([large]).stream();
    expect((await fetch(at(execute), { method: "POST", body: chunked, duplex: "half" })).status).toBe(401);
    expect(seen).toEqual([]);
    const authorization = "Bearer token";
    const sent = async (path: string, bytes: number, headers = {}) =>
      (await fetch(at(path), { method: "POST", body: Buffer.alloc(bytes), headers })).status;
    expect(await sent("/dme/manage/v1/solutions", 3_000_000, { authorization })).toBe(200);
    expect(await sent("/dme/manage/v1/users/login", 100)).toBe(200);
    const over = await fetch(at("/dme/manage/v1/solutions"), { method: "POST", body: Buffer.alloc(5_000_000), headers: { authorization } });
    expect([over.status, problemSchema.parse(await over.json()).code]).toEqual([413, "BODY_TOO_LARGE"]);
    const decision = await fetch(at(execute), {
      method: "POST",
      body: Buffer.alloc(5_000_000),
      headers: { authorization, "X-Correlation-ID": "order-17:a" },
    });
    expect([decision.status, decision.headers.get("content-type")]).toEqual([413, "application/problem+json"]);
    const limit = (4 * 1024 * 1024).toLocaleString("en");
    expect(problemSchema.parse(await decision.json())).toEqual(problemBody({ code: "BODY_TOO_LARGE", details: { limit } }, "order-17:a"));
    expect(await sent("/dme/manage/v1/uploads/u1/pieces", 8 * 1024 * 1024, { authorization })).toBe(200);
    expect(await sent("/dme/manage/v1/lists/l1/rows/csv", 16 * 1024 * 1024, { authorization })).toBe(200);
  });

  it("limits the requests of one address, with a problem as body, and passes on the 429 of a process", async () => {
    await listen("api", (request, response) =>
      request.url === "/dme/own" ? response.writeHead(429).end("of the process") : response.end("{}"),
    );
    expect(await (await fetch(at("/dme/own"))).text()).toBe("of the process");
    const options = { console: "files", issuer, clientId: "airlock-console", runtimes: ["runtime1"] } as const;
    const limited = edge({
      ...options,
      root: join(running.instance.folder, "console"),
      limits: { requestsPerSecond: 1, connections: 100 },
    });
    await stopAll(running.instance, [front]);
    try {
      await startAll(running.instance, [limited]);
      const responses = await Promise.all(Array.from({ length: 40 }, () => fetch(at("/dme/a"))));
      const refused = responses.find(({ status }) => status === 429);
      expect(await refused?.json()).toMatchObject({ code: "RATE_LIMITED", status: 429 });
      expect(refused?.headers.get("content-type")).toBe("application/problem+json");
    } finally {
      await stopAll(running.instance, [limited]);
      await startAll(running.instance, [front]);
    }
  });

  it("keeps a valid request id, replaces an invalid one, and trusts no forwarded addresses", async () => {
    await listen("api", ok);
    await fetch(at("/dme/a"), { headers: { "X-Request-Id": "req-1.a_B", "X-Correlation-Id": "cor-1", "X-Forwarded-For": "6.6.6.6" } });
    await fetch(at("/dme/b"), { headers: { "X-Request-Id": "bad id{}" } });
    expect(seen[0]?.headers).toMatchObject({ "x-request-id": "req-1.a_B", "x-correlation-id": "cor-1", "x-forwarded-for": "127.0.0.1" });
    expect(seen[1]?.headers["x-request-id"]).toMatch(/^[0-9a-f]{32}$/);
  });

  it("serves the console at every other path, with a policy that has the page's nonce", async () => {
    const nonces = new Set<string>();
    for (const path of ["/", "/admin/solutions/s1", "/index.html"]) {
      const response = await fetch(at(path));
      const policy = response.headers.get("content-security-policy") ?? "";
      const nonce = /nonce-([0-9a-f]{32})/.exec(policy)?.[1] ?? "";
      expect(await response.text()).toContain(`content="${nonce}"`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("connect-src 'self' http://localhost:4711;");
      expect(response.headers.get("cache-control")).toBe("no-cache");
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it("serves the documentation at paths without an extension, with a policy of its own", async () => {
    const found = await Promise.all(
      ["/documentation", "/documentation/", "/documentation/guides/a", "/documentation/guides/b"].map(async (path) => {
        const response = await fetch(at(path));
        return [response.status, await response.text(), response.headers.get("content-security-policy")?.split(";")[0]];
      }),
    );
    const none = "default-src 'none'";
    expect(found).toEqual([
      [200, "home", none],
      [200, "home", none],
      [200, "guide", none],
      [404, "no such page", none],
    ]);
    const [page, asset] = await Promise.all([fetch(at("/documentation/")), fetch(at("/documentation/assets/x.1a2b.js"))]);
    expect([page.headers.get("cache-control"), asset.headers.get("cache-control")]).toEqual(["no-cache", "max-age=315360000"]);
    expect(page.headers.get("content-security-policy")).not.toContain("http:");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("lets browsers cache hashed files forever and responds with 404 for one that a new build has removed", async () => {
    const kept = await fetch(at("/assets/app-1a2b.js"));
    expect([kept.status, kept.headers.get("cache-control"), kept.headers.get("x-content-type-options")]).toEqual([
      200,
      "max-age=315360000",
      "nosniff",
    ]);
    expect((await fetch(at("/assets/old-9z.js"))).status).toBe(404);
  });

  it("sends the console the address for signing in", async () => {
    const response = await fetch(at("/config.json"));
    expect(await response.json()).toMatchObject({
      issuer,
      clientId: "airlock-console",
      scope: "openid profile email",
      sampleDataCommand: "npm run demo",
    });
    expect(response.headers.get("content-type")).toBe("application/json");
  });
});
