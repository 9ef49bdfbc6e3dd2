import { leaseMillis, readPeerChanges, type PeerChanges } from "@airlock/contract";
import type { BucketEntry } from "@airlock/platform";
import type { LastGood } from "../disk/last-good.ts";

/**
 * The second way by which a stop reaches a runtime that is disconnected from JetStream: it queries other runtimes, at the addresses from their
 * leases, for what was stopped, revoked and released since its last revision. Only ids and signed releases are exchanged, never a definition or a
 * hash, and only a runtime that holds its lease responds with any.
 */
export interface Since {
  readonly deployments: number;
  readonly keys: number;
  readonly releases: number;
}

export interface Peers {
  readonly apply: (entry: BucketEntry<"runtimes">) => void;
  /** The merged changes of all peers that respond; empty if none does. */
  readonly changesSince: (since: Since) => Promise<PeerChanges>;
}

const nothing: PeerChanges = { stopped: [], revoked: [], released: [] };
/** Limit of peers queried at a time: any one that receives JetStream knows everything. */
const maxPeers = 4;

export const peerPath = "/peer/changes";

export interface PeersOptions {
  readonly runtimeId: string;
  /** Stores addresses, so that a process that starts without JetStream can query the peers that the previous process knew. */
  readonly disk: LastGood;
  readonly now?: () => number;
  /** Time limit of a peer's response. */
  readonly answerMillis?: number;
}

export function createPeers(options: PeersOptions): Peers {
  const { runtimeId, disk, now = () => performance.now(), answerMillis = 400 } = options;
  let lastLease = now();
  const seen = new Map([...disk.entries].map(([key, { text }]) => [key, { address: text, at: lastLease }] as const));

  function forget(key: string, revision: number): void {
    seen.delete(key);
    disk.remove(key, revision);
  }

  return {
    apply: ({ key, value, revision }) => {
      if (key === runtimeId) return;
      lastLease = now();
      if (value === undefined) return forget(key, revision);
      if (!seen.has(key)) {
        disk.put(key, { revision, text: value.address });
        // Runtimes that were killed never delete their leases.
        for (const [other, { at }] of seen) if (at < lastLease - leaseMillis) forget(other, revision);
      }
      seen.set(key, { address: value.address, at: lastLease });
    },
    changesSince: async (since) => {
      // Alive when this process last received any lease. Whether they are alive now is unknown while it receives none.
      const addresses = [...seen.values()].filter(({ at }) => at > lastLease - leaseMillis).slice(0, maxPeers);
      const answers = await Promise.all(addresses.map(({ address }) => ask(address, since, answerMillis)));
      return {
        stopped: answers.flatMap(({ stopped }) => stopped),
        revoked: answers.flatMap(({ revoked }) => revoked),
        released: answers.flatMap(({ released }) => released),
      };
    },
  };
}

async function ask(address: string, since: Since, answerMillis: number): Promise<PeerChanges> {
  try {
    const query = `deployments=${since.deployments}&keys=${since.keys}&releases=${since.releases}`;
    const response = await fetch(`${address}${peerPath}?${query}`, {
      signal: AbortSignal.timeout(answerMillis),
      redirect: "error",
    });
    if (response.ok) return readPeerChanges(await response.text()) ?? nothing;
  } catch {
    // Unreachable: it contributes nothing.
  }
  return nothing;
}
