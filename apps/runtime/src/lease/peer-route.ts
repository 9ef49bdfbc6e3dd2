import type { IncomingMessage, ServerResponse } from "node:http";
import type { PeerChanges } from "@airlock/contract";
import type { Deployments } from "../deployment/deployments.ts";
import type { Keys } from "../key/keys.ts";
import type { Releases } from "../release/releases.ts";
import type { Lease } from "./lease.ts";
import { peerPath } from "./peers.ts";

export interface PeerRouteOptions {
  readonly deployments: Deployments;
  readonly keys: Keys;
  readonly releases: Pick<Releases, "changedSince">;
  readonly lease: Pick<Lease, "holds">;
}

/** `GET /peer/changes?deployments=<revision>&keys=<revision>&releases=<revision>`. The edge does not route it, so only runtimes reach each other. */
export function answerPeer(options: PeerRouteOptions, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "GET" || request.url?.startsWith(`${peerPath}?`) !== true) return false;
  const query = new URLSearchParams(request.url.slice(peerPath.length + 1));
  if (!options.lease.holds()) {
    // Without a lease this process may itself be missing changes.
    response.writeHead(503).end();
    return true;
  }
  const changes: PeerChanges = {
    stopped: options.deployments.stoppedSince(Number(query.get("deployments") ?? 0)),
    revoked: options.keys.revokedSince(Number(query.get("keys") ?? 0)),
    // Runtimes of earlier releases do not request them.
    released: query.has("releases") ? options.releases.changedSince(Number(query.get("releases"))) : [],
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(changes));
  return true;
}
