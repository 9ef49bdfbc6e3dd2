import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import type { FieldProblem } from "@airlock/contract";
import { z } from "zod";

/** What is stored of a key file: enough to sign, without any endpoint. */
export const serviceAccount = z.object({
  clientEmail: z.string(),
  projectId: z.string(),
  privateKeyId: z.string(),
  privateKey: z.string(),
});
export type ServiceAccount = z.infer<typeof serviceAccount>;

export type ReadServiceAccount =
  | { readonly ok: true; readonly account: ServiceAccount }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

const email = z.email();
const projectIdForm = /^(?:[a-z0-9.-]{1,100}:)?[a-z][a-z0-9-]{2,61}[a-z0-9]$/;
const smallestKeyBits = 2048;

/**
 * Validates a service account's key file as uploaded by an administrator and returns all problems at once. The file names a token endpoint, to which
 * a signed JWT of the account is sent: only the configured endpoint is accepted, so that an uploaded file cannot make this process call another
 * server (SSRF).
 */
export function readServiceAccount(text: string, tokenEndpoint: string): ReadServiceAccount {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { ok: false, problems: [problem("file", "NOT_JSON", "is not JSON: choose the key file as it was downloaded")] };
  }
  if (typeof file !== "object" || file === null || Array.isArray(file)) {
    return { ok: false, problems: [problem("file", "NOT_JSON", "is JSON, but not the object that a key file is")] };
  }
  const fields = file as Readonly<Record<string, unknown>>;
  const problems: FieldProblem[] = [];
  const valueOf = (name: string): string => {
    const value = fields[name];
    return typeof value === "string" ? value : "";
  };
  const check = (name: string, holds: boolean, code: string, message: string): void => {
    if (!holds) problems.push(problem(name, valueOf(name) === "" ? "MISSING" : code, valueOf(name) === "" ? "is missing" : message));
  };

  check("type", valueOf("type") === "service_account", "TYPE", "must be service_account: this file is for something else");
  check("project_id", projectIdForm.test(valueOf("project_id")), "PROJECT", "is not the id of a project");
  check("client_email", email.safeParse(valueOf("client_email")).success, "EMAIL", "is not an email address");
  check("private_key_id", /^[A-Za-z0-9_-]{1,100}$/.test(valueOf("private_key_id")), "KEY_ID", "is not the id of a key");
  const key = readKey(valueOf("private_key"));
  check("private_key", key !== undefined, "PRIVATE_KEY", "cannot be read as a private key: it is damaged, encrypted or cut off");
  if (key !== undefined) {
    const isLargeRsa = key.asymmetricKeyType === "rsa" && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= smallestKeyBits;
    check("private_key", isLargeRsa, "PRIVATE_KEY", `must be an RSA key of at least ${smallestKeyBits} bits`);
  }
  check(
    "token_uri",
    valueOf("token_uri") === tokenEndpoint,
    "TOKEN_ENDPOINT",
    `must be ${tokenEndpoint}: no other token endpoint is called`,
  );
  if ("universe_domain" in fields) {
    check("universe_domain", valueOf("universe_domain") === "googleapis.com", "UNIVERSE", "must be googleapis.com");
  }
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    account: {
      clientEmail: valueOf("client_email"),
      projectId: valueOf("project_id"),
      privateKeyId: valueOf("private_key_id"),
      privateKey: valueOf("private_key"),
    },
  };
}

function readKey(pem: string): KeyObject | undefined {
  // An encrypted key would make the crypto library prompt for a passphrase; a public key cannot sign.
  if (!/^-----BEGIN (RSA )?PRIVATE KEY-----\s/.test(pem)) return undefined;
  try {
    const key = createPrivateKey({ key: pem, format: "pem" });
    createPublicKey(key);
    return key;
  } catch {
    return undefined;
  }
}

function problem(field: string, code: string, message: string): FieldProblem {
  return { field, code, message };
}
