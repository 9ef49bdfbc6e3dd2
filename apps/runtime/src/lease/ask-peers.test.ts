import { createLog } from "@airlock/platform";
import { expect, test } from "vitest";
import { askPeers } from "./ask-peers.ts";

const log = createLog({ name: "test", level: "silent" });

test("a disk that stores nothing does not prevent what peers report from being applied", async () => {
  const applied: unknown[] = [];
  await askPeers({
    peers: { changesSince: () => Promise.resolve({ stopped: [["v", 5]], revoked: [["k", 6]], released: [["s", 7, "text"]] }) },
    applied: () => ({ deployments: 3, keys: 4 }),
    deployments: { stopByPeer: (...change) => applied.push(change) },
    keys: { revokeByPeer: (...change) => applied.push(change) },
    releases: { newest: () => 5, applyFromPeer: (...change) => applied.push(change) },
    disks: [{ flush: () => Promise.reject(new Error("ENOSPC: no space left on device, write")) }],
    log,
  });
  expect(applied).toEqual([
    ["v", 5],
    ["k", 6],
    ["s", 7, "text"],
  ]);
});
