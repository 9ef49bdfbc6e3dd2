import { hash, timingSafeEqual } from "node:crypto";
import { expandPermissions, isPlainId, readBucketValue, splitKey, type KeyEntry } from "@airlock/contract";
import type { BucketEntry, Log } from "@airlock/platform";
import type { LastGood } from "../disk/last-good.ts";

/** Who calls: a system account of one organisation, and what it may do. */
export interface Caller {
  readonly keyId: string;
  readonly organisationId: string;
  readonly mayExecute: boolean;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

export interface Keys {
  /** The caller that an `Authorization` header proves, or undefined. */
  readonly authenticate: (authorization: string | undefined, now: number) => Caller | undefined;
  readonly apply: (entry: BucketEntry<"keys">) => void;
  readonly revokeByPeer: (keyId: string, revision: number) => void;
  readonly revokedSince: (revision: number) => readonly (readonly [keyId: string, revision: number])[];
  readonly size: () => number;
}

interface KnownKey {
  readonly caller: Caller;
  readonly hash: Buffer;
  readonly revision: number;
}

/** Proven headers that are remembered; more callers than this at once only cost a hash each. */
const rememberedHeaders = 10_000;

export function createKeys(options: { readonly disk: LastGood; readonly log: Log }): Keys {
  const { disk, log } = options;
  const keys = new Map<string, KnownKey>();
  const revoked = new Map<string, number>();
  /** A header that was proven once is proven until any key changes: the hash is the dearest part of the check. */
  const proven = new Map<string, Caller>();

  function take(key: string, revision: number, value: KeyEntry | undefined): boolean {
    if (value === undefined || value.keyId !== key || !isPlainId(key) || !isPlainId(value.organisationId)) {
      log.error({ keyId: key, revision }, "a key cannot be read and is refused");
      keys.delete(key);
      return false;
    }
    keys.set(key, {
      caller: {
        keyId: key,
        organisationId: value.organisationId,
        mayExecute: expandPermissions(value.permissions).includes("solution.execute"),
        expires: value.expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(value.expires),
      },
      hash: Buffer.from(value.hash, "hex"),
      revision,
    });
    revoked.delete(key);
    return true;
  }

  for (const [key, stored] of disk.entries) take(key, stored.revision, readBucketValue.keys(stored.text));

  return {
    authenticate: (authorization, now) => {
      if (authorization === undefined) return undefined;
      let caller = proven.get(authorization);
      if (caller === undefined) {
        caller = prove(keys, authorization);
        if (caller === undefined) return undefined;
        if (proven.size >= rememberedHeaders) proven.clear();
        proven.set(authorization, caller);
      }
      return caller.expires > now ? caller : undefined;
    },
    apply: ({ key, revision, value, text }) => {
      proven.clear();
      if (text === undefined) {
        keys.delete(key);
        revoked.set(key, revision);
        disk.remove(key, revision);
      } else if (take(key, revision, value)) disk.put(key, { revision, text });
      else disk.remove(key, revision);
    },
    revokeByPeer: (keyId, revision) => {
      const known = keys.get(keyId);
      if (known === undefined || known.revision >= revision) return;
      keys.delete(keyId);
      proven.clear();
      revoked.set(keyId, revision);
      disk.remove(keyId, revision);
      log.warn({ keyId, revision }, "revoked by word of another runtime");
    },
    revokedSince: (revision) => [...revoked].filter(([, at]) => at > revision),
    size: () => keys.size,
  };
}

function prove(keys: ReadonlyMap<string, KnownKey>, authorization: string): Caller | undefined {
  if (!authorization.startsWith("Bearer ")) return undefined;
  const parts = splitKey(authorization.slice("Bearer ".length));
  if (parts === undefined) return undefined;
  const known = keys.get(parts.keyId);
  if (known === undefined) return undefined;
  return timingSafeEqual(hash("sha256", parts.secret, "buffer"), known.hash) ? known.caller : undefined;
}
