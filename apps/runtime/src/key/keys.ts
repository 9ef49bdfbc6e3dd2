import { hash, timingSafeEqual } from "node:crypto";
import {
  expandPermissions,
  isPlainId,
  isTombstone,
  readBucketValue,
  sequenceOf,
  signatureField,
  splitKey,
  tombstoneBody,
  type KeyEntry,
} from "@airlock/contract";
import type { BucketEntry, Log } from "@airlock/platform";
import type { LastGood } from "../disk/last-good.ts";
import type { EntryGate } from "../entry/entry-gate.ts";

/** An authenticated caller: a system account or a user of one organisation. */
export interface Caller {
  readonly keyId: string;
  /** The system account or the user. */
  readonly callerId: string;
  readonly organisationId: string;
  readonly mayExecute: boolean;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

export interface Keys {
  /** The caller that an `Authorization` header authenticates, or undefined. A key is valid for every version of its organisation. */
  readonly authenticate: (authorization: string | undefined, now: number, versionId?: string) => Caller | undefined;
  /** The owner of the key in an `Authorization` header, although it may have expired. Grants nothing. */
  readonly ownerOf: (authorization: string | undefined) => Caller | undefined;
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

/** Limit of cached headers. Beyond it each call costs a hash. */
const rememberedHeaders = 10_000;

export interface KeysOptions {
  readonly disk: LastGood;
  readonly gate: Pick<EntryGate<"keys">, "admits">;
  readonly log: Log;
}

export function createKeys({ disk, gate, log }: KeysOptions): Keys {
  const keys = new Map<string, KnownKey>();
  const revoked = new Map<string, number>();
  /** Cache of verified headers, cleared when any key changes: the hash is the most expensive part of the check. */
  const proven = new Map<string, Caller>();

  function take(key: string, revision: number, value: KeyEntry | undefined): boolean {
    if (value === undefined || value.keyId !== key || !isPlainId(key) || !isPlainId(value.organisationId) || !isPlainId(value.userId)) {
      log.error({ keyId: key, revision }, "a key cannot be read and is refused");
      keys.delete(key);
      return false;
    }
    keys.set(key, {
      caller: {
        keyId: key,
        callerId: value.userId,
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

  for (const [key, stored] of disk.entries) {
    if (!isTombstone(stored.text)) take(key, stored.revision, readBucketValue.keys(stored.text));
  }

  function ownerOf(authorization: string | undefined): Caller | undefined {
    if (authorization === undefined) return undefined;
    let caller = proven.get(authorization);
    if (caller === undefined) {
      caller = prove(keys, authorization);
      if (caller === undefined) return undefined;
      if (proven.size >= rememberedHeaders) proven.clear();
      proven.set(authorization, caller);
    }
    return caller;
  }

  return {
    authenticate: (authorization, now) => {
      const caller = ownerOf(authorization);
      return caller !== undefined && caller.expires > now ? caller : undefined;
    },
    ownerOf,
    apply: (entry) => {
      const { key, revision, value, text } = entry;
      if (!gate.admits(entry) || text === undefined) return;
      proven.clear();
      if (isTombstone(text)) {
        keys.delete(key);
        revoked.set(key, revision);
      } else take(key, revision, value);
      // Tombstones and unreadable entries, too: their numbers detect replays.
      disk.put(key, { revision, text });
    },
    revokeByPeer: (keyId, revision) => {
      const known = keys.get(keyId);
      if (known === undefined || known.revision >= revision) return;
      keys.delete(keyId);
      proven.clear();
      revoked.set(keyId, revision);
      const sequence = sequenceOf(disk.entries.get(keyId)?.text ?? "");
      disk.put(keyId, { revision, text: signatureField(tombstoneBody, { masterKey: "peer", sequence, mac: "" }) });
      log.warn({ keyId, revision }, "a peer reported that a key was revoked");
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
