import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from "node:crypto";
import { readSignature, signatureField, tombstoneBody, type BucketName } from "@airlock/contract";
import type { MasterKey } from "../crypto/secrets.ts";

/**
 * Signatures of the bucket entries that runtimes act on. A signature is an HMAC-SHA-256 over the bucket, the key, the sequence number and
 * the value's text, so an entry can be neither altered nor copied to another key. Its key is derived from a master key: whoever writes to
 * JetStream without a master key cannot make runtimes serve anything.
 */
export interface EntrySigner {
  readonly sign: (bucket: BucketName, key: string, sequence: number, body: string) => string;
  /** Undefined for a text without a valid signature. */
  readonly verify: (bucket: BucketName, key: string, text: string) => EntrySignature | undefined;
}

export interface EntrySignature {
  /** Drawn from Postgres for each write: an entry with a lower number than one that was applied is a replay. */
  readonly sequence: number;
  /** Signed by the master key that signs now; an older one is still valid, but is to be replaced. */
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
    // Neither a bucket's name nor a key has a line break.
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
