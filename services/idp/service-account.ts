import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { errors, jwtVerify } from "jose";
import { z } from "zod";

/** A key file in Google's format. */
const keyFile = z.object({
  type: z.literal("service_account"),
  project_id: z.string(),
  private_key_id: z.string(),
  private_key: z.string(),
  client_email: z.string(),
  client_id: z.string(),
  token_uri: z.string(),
});
export type KeyFile = z.infer<typeof keyFile>;

const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** The only service account that this provider knows, created once: developers upload its file to try the bucket server. */
export async function loadServiceAccount(path: string, tokenEndpoint: string): Promise<KeyFile> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text !== undefined) return keyFile.parse(JSON.parse(text));
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const file: KeyFile = {
    type: "service_account",
    project_id: "airlock",
    private_key_id: randomBytes(20).toString("hex"),
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    client_email: "development@airlock.iam.gserviceaccount.com",
    client_id: "100000000000000000001",
    token_uri: tokenEndpoint,
  };
  await writeFile(path, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  return file;
}

export interface TokenAnswer {
  readonly status: number;
  readonly body: object;
}

/** Responds like Google's token endpoint: a token for a JWT that the account signed, otherwise which part of it is wrong. */
export async function grantToken(account: KeyFile, form: URLSearchParams): Promise<TokenAnswer> {
  if (form.get("grant_type") !== grantType) return refused("unsupported_grant_type", `Invalid grant_type: ${form.get("grant_type") ?? ""}`);
  try {
    const { payload } = await jwtVerify(form.get("assertion") ?? "", createPublicKey(account.private_key), {
      algorithms: ["RS256"],
      audience: account.token_uri,
      requiredClaims: ["iss", "iat", "exp", "scope"],
      maxTokenAge: "1h",
    });
    if (payload.iss !== account.client_email) return refused("invalid_grant", "Invalid grant: account not found");
    const token = createHash("sha256").update(randomBytes(32)).digest("base64url");
    return { status: 200, body: { access_token: token, expires_in: 3599, token_type: "Bearer" } };
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return refused("invalid_grant", "Invalid JWT Signature.");
    return refused("invalid_grant", error instanceof Error ? error.message : "Invalid JWT");
  }
}

function refused(error: string, description: string): TokenAnswer {
  return { status: 400, body: { error, error_description: description } };
}
