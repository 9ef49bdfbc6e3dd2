import { createSign } from "node:crypto";
import { z } from "zod";
import type { ServiceAccount } from "./service-account.ts";
import { connectionTrouble, WentWrong } from "./went-wrong.ts";

export interface AccessToken {
  readonly token: string;
  readonly expires: Date;
}

/** Read-only: Airlock never writes into an organisation's project. */
const scope = [
  "https://www.googleapis.com/auth/devstorage.read_only",
  "https://www.googleapis.com/auth/bigquery.readonly",
  "https://www.googleapis.com/auth/cloud-platform.read-only",
].join(" ");
const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer";

const given = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().default(3600) });
const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

/**
 * Exchanges a JWT signed by the account for an access token (RFC 7523). Done here rather than by the SDKs, because they would take the endpoint from
 * the file or from their own constants. Only this endpoint is called, and redirects are not followed.
 */
export async function requestAccessToken(account: ServiceAccount, endpoint: string, millis = 5_000): Promise<AccessToken> {
  const who = `The token endpoint ${new URL(endpoint).host}`;
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: account.clientEmail, scope, aud: endpoint, iat: now, exp: now + 3600 };
  const unsigned = `${part({ alg: "RS256", typ: "JWT", kid: account.privateKeyId })}.${part(claims)}`;
  const assertion = `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(account.privateKey, "base64url")}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(endpoint, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams({ grant_type: grantType, assertion }),
      redirect: "error",
      signal: AbortSignal.timeout(millis),
    });
    text = await response.text();
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") {
      throw new WentWrong(`${who} did not answer within ${millis / 1000} seconds.`, { cause: error });
    }
    throw new WentWrong(`${who} does not answer: ${connectionTrouble(error) ?? "the connection failed"}.`, { cause: error });
  }
  if (!response.ok) throw new WentWrong(refusedSentence(who, response.status, text));
  const answer = readJson(given, text);
  if (answer === undefined) throw new WentWrong(`${who} returned a response without a token.`);
  return { token: answer.access_token, expires: new Date(Date.now() + answer.expires_in * 1000) };
}

function refusedSentence(who: string, status: number, text: string): string {
  const refused = readJson(refusal, text);
  if (refused === undefined) return `${who} returned the error ${status}.`;
  const why = refused.error_description === undefined ? refused.error : `${refused.error}, ${refused.error_description}`;
  const hint = refused.error === "invalid_grant" ? " The key may have been deleted or replaced: make a new one and upload its file." : "";
  return `${who} refuses the key: ${why.slice(0, 300).replace(/\.$/, "")}.${hint}`;
}

function readJson<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
