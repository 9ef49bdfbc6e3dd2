import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { RuntimeLease } from "@airlock/contract";
import { afterEach, expect, test } from "vitest";
import { memoryLastGood } from "../disk/memory-last-good.fixture.ts";
import { createPeers } from "./peers.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  }
});

async function peer(answer: string, status = 200, asked: string[] = []): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(status).end(answer);
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const lease = (runtimeId: string, address: string) => {
  const value: RuntimeLease = { runtimeId, address, versions: {} };
  return { key: runtimeId, revision: 1, value, text: JSON.stringify(value) };
};
/** Both ends are this process: when it is held up, so is the answer. */
const answerMillis = 30_000;
const since = { deployments: 3, keys: 4, releases: 5 };

test("peers known from their leases are asked for what came after, and every answer counts", async () => {
  const asked: string[] = [];
  const peers = createPeers({ runtimeId: "me", disk: memoryLastGood(), answerMillis });
  peers.apply(lease("a", await peer('{"stopped":[["v",5]],"revoked":[]}', 200, asked)));
  peers.apply(lease("b", await peer('{"stopped":[],"revoked":[["k",6]],"released":[["s",7,"text"]]}')));
  expect(await peers.changesSince(since)).toEqual({
    stopped: [["v", 5]],
    revoked: [["k", 6]],
    released: [["s", 7, "text"]],
  });
  expect(asked).toEqual(["/peer/changes?deployments=3&keys=4&releases=5"]);
});

test("one that is dead, cut off itself or no runtime at all tells nothing", async () => {
  const peers = createPeers({ runtimeId: "me", disk: memoryLastGood(), answerMillis });
  peers.apply(lease("dead", "http://127.0.0.1:1"));
  peers.apply(lease("cut off", await peer("", 503)));
  peers.apply(lease("stranger", await peer("<html>")));
  expect(await peers.changesSince(since)).toEqual({ stopped: [], revoked: [], released: [] });
});

test("a process does not ask itself, nor those that were gone when it last heard", async () => {
  let now = 0;
  const asked: string[] = [];
  const address = await peer('{"stopped":[],"revoked":[]}', 200, asked);
  const peers = createPeers({ runtimeId: "me", disk: memoryLastGood(), now: () => now });
  peers.apply(lease("me", address));
  peers.apply(lease("old", address));
  now = 6_000;
  peers.apply(lease("new", "http://127.0.0.1:1"));
  now = 60_000;
  await peers.changesSince(since);
  expect(asked).toEqual([]);
});

test("a process that starts cut off asks those that the last one knew", async () => {
  const disk = memoryLastGood();
  createPeers({ runtimeId: "before", disk }).apply(lease("a", await peer('{"stopped":[["v",5]],"revoked":[]}')));
  expect(await createPeers({ runtimeId: "after", disk, answerMillis }).changesSince(since)).toMatchObject({
    stopped: [["v", 5]],
    revoked: [],
  });
});
