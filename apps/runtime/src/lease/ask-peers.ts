import type { Log } from "@airlock/platform";
import type { Deployments } from "../deployment/deployments.ts";
import type { LastGood } from "../disk/last-good.ts";
import type { Keys } from "../key/keys.ts";
import type { Releases } from "../release/releases.ts";
import type { JetStreamLink } from "./jetstream-link.ts";
import type { Peers } from "./peers.ts";

export interface AskPeersOptions {
  readonly peers: Pick<Peers, "changesSince">;
  readonly applied: JetStreamLink["applied"];
  readonly deployments: Pick<Deployments, "stopByPeer">;
  readonly keys: Pick<Keys, "revokeByPeer">;
  readonly releases: Pick<Releases, "newest" | "applyFromPeer">;
  /** Everything that the runtime stores: this also runs while JetStream is unavailable, when nothing else writes what a full disk refused. */
  readonly disks: readonly Pick<LastGood, "flush">[];
  readonly log: Log;
}

/** Applies what peers report as stopped, revoked and released. Never rejects. */
export async function askPeers({ peers, applied, deployments, keys, releases, disks, log }: AskPeersOptions): Promise<void> {
  const { stopped, revoked, released } = await peers.changesSince({ ...applied(), releases: releases.newest() });
  for (const [versionId, revision] of stopped) deployments.stopByPeer(versionId, revision);
  for (const [keyId, revision] of revoked) keys.revokeByPeer(keyId, revision);
  for (const [solutionId, revision, text] of released) releases.applyFromPeer(solutionId, revision, text);
  // What a full disk does not store holds in memory, and is stored by a later flush: the lease is not renewed before.
  await Promise.all(disks.map((disk) => disk.flush())).catch((error: unknown) => {
    log.warn({ err: error }, "what peers reported could not be stored on disk");
  });
}
