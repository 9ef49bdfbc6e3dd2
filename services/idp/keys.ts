import { readFile, writeFile } from "node:fs/promises";
import { randomBytes, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { z } from "zod";

const stored = z.object({ jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) }), cookieKey: z.string() });

export interface ProviderKeys {
  readonly jwks: { readonly keys: JWK[] };
  readonly cookieKey: string;
}

/** Signing keys that survive restarts: tokens and cookies issued before stay valid. */
export async function loadKeys(path: string): Promise<ProviderKeys> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text !== undefined) return stored.parse(JSON.parse(text));
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: "RS256", use: "sig" };
  const keys = { jwks: { keys: [key] }, cookieKey: randomBytes(32).toString("base64url") };
  await writeFile(path, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}
