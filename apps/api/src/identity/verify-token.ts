import { createHash } from "node:crypto";
import type { Problem } from "@airlock/contract";
import { unstorableText } from "@airlock/platform/postgres";
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from "jose";
import { ProviderUnavailable, type ProviderKeys } from "./provider-keys.ts";

/** The person that a verified access token identifies. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  /** When the person signed in at the provider, if the token has it. */
  readonly signedInAt: Date | undefined;
}

type Verified =
  | { readonly ok: true; readonly claims: Claims; readonly token: string }
  | { readonly ok: false; readonly problem: Problem; readonly why: string };

interface Believed {
  readonly claims: Claims;
  readonly until: number;
  /** The number of the read of the provider's keys that it was verified with. */
  readonly reading: number;
}

export interface TokenVerifier {
  readonly verify: (authorization: string | undefined) => Promise<Verified>;
}

/**
 * Public-key algorithms only. The token never chooses the algorithm: a public key used as a shared secret, or a missing signature, is refused here.
 */
const algorithms = ["RS256", "PS256", "ES256", "EdDSA"];
/** Headers by which a token could provide its own key or rules. */
const forbiddenHeaders = ["crit", "jku", "jwk", "x5u", "x5c", "b64"];
/** Types of access tokens, as in RFC 9068 or of older providers. Other kinds, such as `logout+jwt`, are signed with the same keys. */
const accessTokenTypes = ["at+jwt", "jwt"];
const clockToleranceSeconds = 5;
/**
 * How long a verified token is cached without verifying its signature again; never beyond its expiry, and only until the provider's keys are read
 * again. Permissions are not in the token and are read for every request.
 */
const believedMillis = 60_000;
/** Limit of cached tokens; beyond it the oldest is verified again. */
const believedTokens = 10_000;

export function createTokenVerifier(options: {
  readonly keys: Pick<ProviderKeys, "find" | "reading">;
  readonly issuer: string;
  readonly audience: string;
  /** The only client that may obtain access tokens for the api: the console. */
  readonly clientId: string;
  readonly now?: () => Date;
}): TokenVerifier {
  const { keys, issuer, audience, clientId } = options;
  const now = options.now ?? (() => new Date());
  const believed = new Map<string, Believed>();

  function believe(hash: string, claims: Claims, payload: JWTPayload, reading: number): void {
    // Reinserted at the end, so that the first entry is the oldest.
    believed.delete(hash);
    const [oldest] = believed.keys();
    if (believed.size >= believedTokens && oldest !== undefined) believed.delete(oldest);
    const end = ((payload.exp ?? 0) + clockToleranceSeconds) * 1000;
    believed.set(hash, { claims, reading, until: Math.min(end, now().getTime() + believedMillis) });
  }

  return {
    verify: async (authorization) => {
      const token = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(authorization ?? "")?.[1];
      if (token === undefined) return { ok: false, problem: { code: "TOKEN_MISSING" }, why: "no bearer token" };
      // The hash covers the whole token, including the signature.
      const hash = createHash("sha256").update(token).digest("base64");
      const known = believed.get(hash);
      const reading = keys.reading();
      if (known !== undefined && known.reading === reading && now().getTime() < known.until)
        return { ok: true, claims: known.claims, token };
      try {
        const header = decodeProtectedHeader(token);
        const forbidden = forbiddenHeaders.filter((name) => name in header);
        if (forbidden.length > 0) return refused(`its header has ${forbidden.join(", ")}`);
        const { payload } = await jwtVerify(token, keys.find, {
          algorithms,
          issuer,
          audience,
          clockTolerance: clockToleranceSeconds,
          requiredClaims: ["exp", "sub"],
          currentDate: now(),
        });
        const other = whyNotAccessToken(header.typ, payload, clientId);
        if (other !== undefined) return refused(other);
        const claims = claimsOf(issuer, payload);
        if (!isStorable(claims)) return refused("a claim has a null character or an unpaired surrogate");
        const readNow = keys.reading();
        // Not cached if the keys were read again in the meantime: they may not be those of the verification.
        if (readNow !== undefined && (reading === undefined || reading === readNow)) believe(hash, claims, payload, readNow);
        return { ok: true, claims, token };
      } catch (error) {
        if (error instanceof ProviderUnavailable) {
          return { ok: false, problem: { code: "IDENTITY_PROVIDER_UNAVAILABLE" }, why: error.message };
        }
        if (error instanceof errors.JOSEError || error instanceof TypeError) return refused(error.message);
        throw error;
      }
    },
  };
}

/** Why a token that the provider signed is not an access token of the console, by its claims; a provider may omit each of them. */
function whyNotAccessToken(typ: string | undefined, payload: JWTPayload, clientId: string): string | undefined {
  const type = typ?.toLowerCase().replace("application/", "");
  if (type !== undefined && !accessTokenTypes.includes(type)) return `its header says it is ${typ}`;
  // Keycloak's claim: Bearer, ID, Refresh, Logout.
  const kind = payload["typ"];
  if (kind !== undefined && kind !== "Bearer") return `its claim typ says it is ${JSON.stringify(kind)}`;
  if ("at_hash" in payload || "c_hash" in payload) return "it is an ID token";
  // Keycloak before 24 copied the nonce into access tokens, which it marks as such.
  if ("nonce" in payload && kind === undefined && type !== "at+jwt") return "it is an ID token";
  for (const name of ["azp", "client_id"]) {
    if (payload[name] !== undefined && payload[name] !== clientId) return `it was issued to ${JSON.stringify(payload[name])}`;
  }
  return undefined;
}

function refused(why: string): Verified {
  return { ok: false, problem: { code: "TOKEN_INVALID" }, why };
}

function claimsOf(issuer: string, payload: JWTPayload): Claims {
  return { issuer, subject: payload.sub ?? "", signedInAt: timeOf(payload["auth_time"]), ...personOf(payload) };
}

/** Postgres cannot store every text. One that was altered on storing could equal the subject of another person. */
export function isStorable(claims: Claims): boolean {
  return unstorableText(claims) === undefined;
}

/** A token and the userinfo endpoint have the same claims. */
export function personOf(claims: Readonly<Record<string, unknown>>): Omit<Claims, "issuer" | "subject" | "signedInAt"> {
  return {
    email: textOf(claims["email"]),
    emailVerified: claims["email_verified"] === true,
    givenName: textOf(claims["given_name"]),
    familyName: textOf(claims["family_name"]),
  };
}

/** Seconds since 1970, in the range that Postgres can store. */
function timeOf(seconds: unknown): Date | undefined {
  return typeof seconds === "number" && seconds >= 0 && seconds < 253_402_300_800 ? new Date(seconds * 1000) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
