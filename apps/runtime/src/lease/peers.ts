import { leaseMillis, readPeerChanges, type PeerChanges } from "@airlock/contract";
import type { BucketEntry } from "@airlock/platform";
import type { LastGood } from "../disk/last-good.ts";

/**
 * The second way by which a stop reaches a runtime that cannot hear JetStream: it asks the other runtimes, at the addresses it
 * learnt from their leases, what was stopped, revoked and released since its last revision. Only ids and signed releases travel here, never
 * a definition or a hash, and only a runtime whose own lease holds answers with any.
 */
export interface Since {
  readonly deployments: number;
  readonly keys: number;
  readonly releases: number;
}

export interface Peers {
  readonly apply: (entry: BucketEntry<"runtimes">) => void;
  /** What those who answer know; empty when nobody does. */
  readonly changesSince: (since: Since) => Promise<PeerChanges>;
}

const nothing: PeerChanges = { stopped: [], revoked: [], released: [] };
/** Peers asked at once: any one that hears JetStream knows everything. */
const askedPeers = 4;

export const peerPath = "/peer/changes";

export interface PeersOptions {
  readonly runtimeId: string;
  /** A process that starts while it is cut off asks those that the last one knew. */
  readonly disk: LastGood;
  readonly now?: () => number;
  /** How long one that is asked may take to answer. */
  readonly answerMillis?: number;
}

export function createPeers(options: PeersOptions): Peers {
  const { runtimeId, disk, now = () => performance.now(), answerMillis = 400 } = options;
  let lastHeard = now();
  const seen = new Map([...disk.entries].map(([key, { text }]) => [key, { address: text, at: lastHeard }] as const));

  function forget(key: string, revision: number): void {
    seen.delete(key);
    disk.remove(key, revision);
  }

  return {
    apply: ({ key, value, revision }) => {
      if (key === runtimeId) return;
      lastHeard = now();
      if (value === undefined) return forget(key, revision);
      if (!seen.has(key)) {
        disk.put(key, { revision, text: value.address });
        // Runtimes that were killed never say goodbye.
        for (const [other, { at }] of seen) if (at < lastHeard - leaseMillis) forget(other, revision);
      }
      seen.set(key, { address: value.address, at: lastHeard });
    },
    changesSince: async (since) => {
      // Alive when this process last heard of anybody, not alive now: now it hears of nobody.
      const addresses = [...seen.values()].filter(({ at }) => at > lastHeard - leaseMillis).slice(0, askedPeers);
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
    // Out of reach: it tells nothing.
  }
  return nothing;
}
