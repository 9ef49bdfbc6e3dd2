import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
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

/** A stand-in for one of our processes: what the edge does with a request is all that is asked here. */
async function listen(name: PortName, answer: (asked: IncomingMessage, response: ServerResponse) => void): Promise<void> {
  const server = createServer((asked, response) => {
    seen.push({ by: name, path: asked.url ?? "", headers: asked.headers });
    answer(asked, response);
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(port(running.instance, name), "127.0.0.1", listening));
}

const ok = (_asked: IncomingMessage, response: ServerResponse) => response.end("{}");
const at = (path: string) => `${publicUrl(running.instance)}${path}`;

describe("the edge", () => {
  it("sends decisions to a runtime and everything else under /dme to the api", async () => {
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

  it("never gives a decision to a second runtime once one has it", async () => {
    const dies = (asked: IncomingMessage) => void text(asked).then(() => asked.socket.destroy());
    await Promise.all([listen("runtime1", dies), listen("runtime2", dies)]);
    const response = await fetch(at(execute), { method: "POST", body: "{}" });
    expect(response.status).toBe(502);
    expect(seen).toHaveLength(1);
  });

  it("passes a runtime by that does not listen", async () => {
    await listen("runtime2", ok);
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(at(execute), { method: "POST", body: "{}" })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  it("says plainly that nobody answers, without a problem body that would pass for the api's", async () => {
    const response = await fetch(at("/dme/manage/v1/users/me"));
    expect([response.status, response.headers.get("content-type")]).toEqual([502, "text/plain"]);
  });

  it("keeps a good request id, replaces a bad one, and believes nobody about addresses", async () => {
    await listen("api", ok);
    await fetch(at("/dme/a"), { headers: { "X-Request-Id": "req-1.a_B", "X-Correlation-Id": "cor-1", "X-Forwarded-For": "6.6.6.6" } });
    await fetch(at("/dme/b"), { headers: { "X-Request-Id": "bad id{}" } });
    expect(seen[0]?.headers).toMatchObject({ "x-request-id": "req-1.a_B", "x-correlation-id": "cor-1", "x-forwarded-for": "127.0.0.1" });
    expect(seen[1]?.headers["x-request-id"]).toMatch(/^[0-9a-f]{32}$/);
  });

  it("serves the console at every other address, with a policy whose nonce is the page's", async () => {
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

  it("lets browsers keep hashed files for ever and says 404 for one that a new build has removed", async () => {
    const kept = await fetch(at("/assets/app-1a2b.js"));
    expect([kept.status, kept.headers.get("cache-control"), kept.headers.get("x-content-type-options")]).toEqual([
      200,
      "max-age=315360000",
      "nosniff",
    ]);
    expect((await fetch(at("/assets/old-9z.js"))).status).toBe(404);
  });

  it("tells the console where to sign in", async () => {
    const response = await fetch(at("/config.json"));
    expect(await response.json()).toMatchObject({ issuer, clientId: "airlock-console", scope: "openid profile email" });
    expect(response.headers.get("content-type")).toBe("application/json");
  });
});
