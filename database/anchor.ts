import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { MasterKey } from "@airlock/platform/secrets";
import { z } from "zod";

/** The end of each chain, by organisation. */
export type AuditEnds = Readonly<Record<string, { readonly number: number; readonly hash: string }>>;

const auditEnds = z.record(z.string(), z.object({ number: z.number().int().min(0), hash: z.string() }));

const anchor = z.object({
  at: z.string(),
  ends: auditEnds,
  /** With a key derived from a master key: the owner of the database alone cannot create it. */
  signature: z.object({ key: z.string(), hmac: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
});
export type AuditAnchor = z.infer<typeof anchor>;

export function createAnchor(ends: AuditEnds, at: Date, key: MasterKey | undefined): AuditAnchor {
  const unsigned = { at: at.toISOString(), ends: sorted(ends) };
  return key === undefined ? unsigned : { ...unsigned, signature: { key: key.id, hmac: signatureOf(unsigned, key).toString("hex") } };
}

export type ReadAnchor = { readonly ends: AuditEnds; readonly signed: boolean };

/** Throws if the text is not an anchor, or if its signature is invalid or cannot be verified with these keys. */
export function readAnchor(text: string, keys: readonly MasterKey[]): ReadAnchor {
  const { signature, ...unsigned } = anchor.parse(JSON.parse(text));
  if (signature === undefined) return { ends: unsigned.ends, signed: false };
  const key = keys.find(({ id }) => id === signature.key);
  if (key === undefined) throw new Error(`The anchor is signed with ${signature.key}, which AIRLOCK_SECRET_KEYS does not have.`);
  if (!timingSafeEqual(signatureOf(unsigned, key), Buffer.from(signature.hmac, "hex")))
    throw new Error("The anchor was altered: its signature does not hold.");
  return { ends: unsigned.ends, signed: true };
}

function signatureOf({ at, ends }: Pick<AuditAnchor, "at" | "ends">, key: MasterKey): Buffer {
  const derived = Buffer.from(hkdfSync("sha256", key.key, "", "airlock audit anchor", 32));
  return createHmac("sha256", derived)
    .update(JSON.stringify([at, Object.entries(sorted(ends)).map(([id, { number, hash }]) => [id, number, hash])]))
    .digest();
}

function sorted(ends: AuditEnds): AuditEnds {
  return Object.fromEntries(Object.entries(ends).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
