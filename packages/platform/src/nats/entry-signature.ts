import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from "node:crypto";
import { readSignature, signatureField, tombstoneBody, type BucketName } from "@airlock/contract";
import type { MasterKey } from "../crypto/secrets.ts";

/**
 * Signatures of the bucket entries that runtimes act on: an HMAC-SHA-256 over the bucket, the key, the sequence number and the value's text, so that
 * an entry can be neither altered nor copied to another key. The signing key is derived from a master key: write access to JetStream without a master
 * key is not enough to make runtimes serve anything.
 */
export interface EntrySigner {
  readonly sign: (bucket: BucketName, key: string, sequence: number, body: string) => string;
  /** Undefined for a text without a valid signature. */
  readonly verify: (bucket: BucketName, key: string, text: string) => EntrySignature | undefined;
}

export interface EntrySignature {
  /** Assigned by Postgres for each write: an entry with a lower number than one that was applied is a replay. */
  readonly sequence: number;
  /** Whether the current master key signed it. Signatures by an older one are still valid, but should be replaced. */
  readonly present: boolean;
  /** A tombstone: the control plane deleted the entry. */
  readonly deleted: boolean;
}

/** Buckets whose entries are signed. Pieces of models, scores and lists are covered by the hashes in signed deployments and heads. */
const signed: ReadonlySet<BucketName> = new Set<BucketName>(["deployments", "releases", "keys", "secrets", "scores", "lists"]);

export function isSigned(bucket: BucketName): boolean {
  return signed.has(bucket);
}

export function createEntrySigner(masterKeys: readonly [MasterKey, ...MasterKey[]]): EntrySigner {
  const keys = new Map(masterKeys.map(({ id, key }) => [id, signingKey(key)]));
  const present = masterKeys[0].id;

  function mac(secret: KeyObject, bucket: BucketName, key: string, sequence: number, body: string): Buffer {
    // Unambiguous: neither a bucket's name nor a key contains a line break.
    return createHmac("sha256", secret).update(`${bucket}\n${key}\n${sequence}\n`).update(body).digest();
  }

  return {
    sign: (bucket, key, sequence, body) => {
      const secret = keys.get(present) as KeyObject; // Set above.
      return signatureField(body, { masterKey: present, sequence, mac: mac(secret, bucket, key, sequence, body).toString("base64url") });
    },
    verify: (bucket, key, text) => {
      const found = readSignature(text);
      const secret = keys.get(found?.masterKey ?? "");
      if (found === undefined || secret === undefined) return undefined;
      const expected = mac(secret, bucket, key, found.sequence, found.body);
      const given = Buffer.from(found.mac, "base64url");
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return { sequence: found.sequence, present: found.masterKey === present, deleted: found.body === tombstoneBody };
    },
  };
}

function signingKey(master: Buffer): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", master, "", "airlock bucket entries 1", 32)));
}
