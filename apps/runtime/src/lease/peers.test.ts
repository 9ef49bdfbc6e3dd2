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

async function peer(answer: string, status = 200, requests: string[] = []): Promise<string> {
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.writeHead(status).end(answer);
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const lease = (runtimeId: string, address: string) => {
  const value: RuntimeLease = { runtimeId, address, versions: {} };
  return { key: runtimeId, revision: 1, value, text: JSON.stringify(value) };
};
/** Client and server share this process: if it is delayed, so is the response. */
const answerMillis = 30_000;
const since = { deployments: 3, keys: 4, releases: 5 };

test("peers known from their leases are requests for later changes, and all responses are merged", async () => {
  const requests: string[] = [];
  const peers = createPeers({ runtimeId: "me", disk: memoryLastGood(), answerMillis });
  peers.apply(lease("a", await peer('{"stopped":[["v",5]],"revoked":[]}', 200, requests)));
  peers.apply(lease("b", await peer('{"stopped":[],"revoked":[["k",6]],"released":[["s",7,"text"]]}')));
  expect(await peers.changesSince(since)).toEqual({
    stopped: [["v", 5]],
    revoked: [["k", 6]],
    released: [["s", 7, "text"]],
  });
  expect(requests).toEqual(["/peer/changes?deployments=3&keys=4&releases=5"]);
});

test("a peer that is dead, disconnected from JetStream or not a runtime contributes nothing", async () => {
  const peers = createPeers({ runtimeId: "me", disk: memoryLastGood(), answerMillis });
  peers.apply(lease("dead", "http://127.0.0.1:1"));
  peers.apply(lease("cut off", await peer("", 503)));
  peers.apply(lease("stranger", await peer("<html>")));
  expect(await peers.changesSince(since)).toEqual({ stopped: [], revoked: [], released: [] });
});

test("a process does not ask itself, nor peers whose leases had expired by the last one it received", async () => {
  let now = 0;
  const requests: string[] = [];
  const address = await peer('{"stopped":[],"revoked":[]}', 200, requests);
  const peers = createPeers({ runtimeId: "me", disk: memoryLastGood(), now: () => now });
  peers.apply(lease("me", address));
  peers.apply(lease("old", address));
  now = 6_000;
  peers.apply(lease("new", "http://127.0.0.1:1"));
  now = 60_000;
  await peers.changesSince(since);
  expect(requests).toEqual([]);
});

test("a process that starts without JetStream queries the peers that the previous process knew", async () => {
  const disk = memoryLastGood();
  createPeers({ runtimeId: "before", disk }).apply(lease("a", await peer('{"stopped":[["v",5]],"revoked":[]}')));
  expect(await createPeers({ runtimeId: "after", disk, answerMillis }).changesSince(since)).toMatchObject({
    stopped: [["v", 5]],
    revoked: [],
  });
});
