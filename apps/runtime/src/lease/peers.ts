import { leaseMillis, readPeerChanges, type PeerChanges } from "@airlock/contract";
import type { BucketEntry } from "@airlock/platform";

/**
 * The second way by which a stop reaches a runtime that cannot hear JetStream: it asks the other runtimes, at the addresses it
 * learnt from their leases, what was stopped and revoked since its last revision. Only ids travel here, never a definition or
 * a hash, and only a runtime whose own lease holds answers with any.
 */
export interface Since {
  readonly deployments: number;
  readonly keys: number;
}

export interface Peers {
  readonly apply: (entry: BucketEntry<"runtimes">) => void;
  /** What those who answer know; empty when nobody does. */
  readonly changesSince: (since: Since) => Promise<PeerChanges>;
}

const nothing: PeerChanges = { stopped: [], revoked: [] };
const answerMillis = 400;
/** Peers asked at once: any one that hears JetStream knows everything. */
const askedPeers = 4;

export const peerPath = "/peer/changes";

export function createPeers(options: { readonly runtimeId: string; readonly now?: () => number }): Peers {
  const { runtimeId, now = () => performance.now() } = options;
  const seen = new Map<string, { readonly address: string; readonly at: number }>();
  let lastHeard = 0;

  return {
    apply: ({ key, value }) => {
      if (key === runtimeId) return;
      lastHeard = now();
      if (value === undefined) seen.delete(key);
      else seen.set(key, { address: value.address, at: lastHeard });
    },
    changesSince: async (since) => {
      // Alive when this process last heard of anybody, not alive now: now it hears of nobody.
      const addresses = [...seen.values()].filter(({ at }) => at > lastHeard - leaseMillis).slice(0, askedPeers);
      const answers = await Promise.all(addresses.map(({ address }) => ask(address, since)));
      return { stopped: answers.flatMap((answer) => answer.stopped), revoked: answers.flatMap((answer) => answer.revoked) };
    },
  };
}

async function ask(address: string, since: Since): Promise<PeerChanges> {
  try {
    const response = await fetch(`${address}${peerPath}?deployments=${since.deployments}&keys=${since.keys}`, {
      signal: AbortSignal.timeout(answerMillis),
      redirect: "error",
    });
    if (response.ok) return readPeerChanges(await response.text()) ?? nothing;
  } catch {
    // Out of reach: it tells nothing.
  }
  return nothing;
}
