import { createHmac } from "node:crypto";
import { createLog } from "@airlock/platform";
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT, type CryptoKey } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startIssuer, type Issuer } from "../testing/issuer.ts";
import { createProviderKeys, type ProviderKeys } from "./provider-keys.ts";
import { createTokenVerifier, type TokenVerifier } from "./verify-token.ts";

const log = createLog({ name: "test", level: "silent" });
const hour = 3_600_000;

let issuer: Issuer;
let keys: ProviderKeys;
let tokens: TokenVerifier;
let clock = 0;

beforeEach(async () => {
  issuer = await startIssuer();
  clock = 0;
  // Timeouts have a test of their own; here a slow machine must not cause one.
  keys = createProviderKeys({ issuer: issuer.url, log, now: () => clock, answerMillis: 60_000 });
  tokens = createTokenVerifier({ keys, issuer: issuer.url, audience: issuer.audience, clientId: "airlock-console" });
});
afterEach(() => issuer.goAway());

async function codeFor(token: string): Promise<string> {
  const verified = await tokens.verify(`Bearer ${token}`);
  return verified.ok ? "accepted" : verified.problem.code;
}

const now = () => Math.floor(Date.now() / 1000);

describe("a good token", () => {
  test("is accepted and identifies the person", async () => {
    const token = await issuer.token({ sub: "ada", email: "ada@a.test", email_verified: true, given_name: "Ada", family_name: "Byron" });
    expect(await tokens.verify(`Bearer ${token}`)).toMatchObject({
      ok: true,
      claims: {
        issuer: issuer.url,
        subject: "ada",
        email: "ada@a.test",
        emailVerified: true,
        givenName: "Ada",
        familyName: "Byron",
        signedInAt: undefined,
      },
    });
  });

  test("is accepted in the format of each provider", async () => {
    // RFC 9068, as the development provider issues it.
    expect(await codeFor(await issuer.token({ sub: "ada", client_id: "airlock-console" }, { typ: "at+jwt" }))).toBe("accepted");
    expect(await codeFor(await issuer.token({ sub: "ada" }, { typ: "application/AT+JWT" }))).toBe("accepted");
    // Keycloak; before 24 its access tokens also had the nonce.
    const keycloak = { sub: "ada", typ: "Bearer", azp: "airlock-console", nonce: "n" };
    expect(await codeFor(await issuer.token(keycloak, { typ: "JWT" }))).toBe("accepted");
    // Neither is required.
    const bare = await new SignJWT({ iss: issuer.url, aud: issuer.audience, sub: "ada", exp: now() + 60 })
      .setProtectedHeader({ alg: "RS256", kid: issuer.publicJwk().kid ?? "" })
      .sign(issuer.privateKey());
    expect(await codeFor(bare)).toBe("accepted");
  });

  test("an address that the provider does not mark as verified is not verified", async () => {
    const token = await issuer.token({ sub: "ada", email: "ada@a.test", email_verified: "true" });
    expect(await tokens.verify(`Bearer ${token}`)).toMatchObject({ ok: true, claims: { emailVerified: false } });
  });
});

describe("attacks", () => {
  test("no token, or another scheme", async () => {
    for (const header of [undefined, "", "Basic YTpi", "Bearer ", "Bearer a b"]) {
      expect(await tokens.verify(header)).toMatchObject({ ok: false, problem: { code: "TOKEN_MISSING" } });
    }
  });

  test("a text that is not a token", async () => {
    expect(await codeFor("not-a-token")).toBe("TOKEN_INVALID");
    expect(await codeFor("a.b.c")).toBe("TOKEN_INVALID");
  });

  test("alg none", async () => {
    const token = new UnsecuredJWT({ sub: "ada" }).setIssuer(issuer.url).setAudience(issuer.audience).setExpirationTime("5m").encode();
    expect(await codeFor(token)).toBe("TOKEN_INVALID");
  });

  test("HS256 with the public key as the secret", async () => {
    const publicKey = await importJWK(issuer.publicJwk(), "RS256", { extractable: true });
    // importJWK returns bytes only for secrets.
    const secret = await exportSPKI(publicKey as CryptoKey);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const header = part({ alg: "HS256", typ: "at+jwt", kid: issuer.publicJwk().kid });
    const body = part({ iss: issuer.url, aud: issuer.audience, sub: "ada", exp: now() + 60 });
    const signature = createHmac("sha256", secret).update(`${header}.${body}`).digest("base64url");
    expect(await codeFor(`${header}.${body}.${signature}`)).toBe("TOKEN_INVALID");
  });

  test("an algorithm that is not allowed, even if its key were found", async () => {
    const secret = new TextEncoder().encode("a secret that both sides know very well");
    const trusting = createTokenVerifier({
      keys: { ...keys, find: () => Promise.resolve(secret) },
      issuer: issuer.url,
      audience: issuer.audience,
      clientId: "airlock-console",
    });
    const token = await new SignJWT({ iss: issuer.url, aud: issuer.audience, sub: "ada", exp: now() + 60 })
      .setProtectedHeader({ alg: "HS256" })
      .sign(secret);
    expect(await trusting.verify(`Bearer ${token}`)).toMatchObject({ ok: false, problem: { code: "TOKEN_INVALID" } });
  });

  test("an ID token: the audience is the console, not the api", async () => {
    expect(await codeFor(await issuer.token({ sub: "ada", aud: "airlock-console" }))).toBe("TOKEN_INVALID");
    expect(await codeFor(await issuer.token({ sub: "ada", aud: undefined }))).toBe("TOKEN_INVALID");
  });

  test("an ID token, even with the audience of the api", async () => {
    const shaped = { sub: "ada", azp: "airlock-console" };
    expect(await codeFor(await issuer.token({ ...shaped, at_hash: "x" }, { typ: "JWT" }))).toBe("TOKEN_INVALID");
    expect(await codeFor(await issuer.token({ ...shaped, nonce: "n" }, { typ: "JWT" }))).toBe("TOKEN_INVALID");
    expect(await codeFor(await issuer.token({ ...shaped, typ: "ID" }, { typ: "JWT" }))).toBe("TOKEN_INVALID");
  });

  test("a claim that Postgres cannot store", async () => {
    for (const text of ["a\u0000", "a\ud800"]) {
      for (const claim of ["sub", "email", "given_name", "family_name"]) {
        expect(await codeFor(await issuer.token({ sub: "ada", [claim]: text }))).toBe("TOKEN_INVALID");
      }
    }
  });

  test("a token of another kind: refresh, logout, proof of possession", async () => {
    expect(await codeFor(await issuer.token({ sub: "ada", typ: "Refresh" }, { typ: "JWT" }))).toBe("TOKEN_INVALID");
    for (const typ of ["logout+jwt", "dpop+jwt", "secevent+jwt"]) {
      expect(await codeFor(await issuer.token({ sub: "ada" }, { typ }))).toBe("TOKEN_INVALID");
    }
  });

  test("a token that was issued to another client", async () => {
    expect(await codeFor(await issuer.token({ sub: "ada", azp: "reporting" }))).toBe("TOKEN_INVALID");
    expect(await codeFor(await issuer.token({ sub: "ada", client_id: "reporting" }))).toBe("TOKEN_INVALID");
    expect(await codeFor(await issuer.token({ sub: "ada", azp: "airlock-console", client_id: "reporting" }))).toBe("TOKEN_INVALID");
  });

  test("another issuer", async () => {
    expect(await codeFor(await issuer.token({ sub: "ada", iss: "https://elsewhere.test" }))).toBe("TOKEN_INVALID");
  });

  test("expired, or without an expiry", async () => {
    expect(await codeFor(await issuer.token({ sub: "ada", exp: now() - 60 }))).toBe("TOKEN_INVALID");
    expect(await codeFor(await issuer.token({ sub: "ada", exp: undefined }))).toBe("TOKEN_INVALID");
  });

  test("not valid yet", async () => {
    expect(await codeFor(await issuer.token({ sub: "ada", nbf: now() + 60 }))).toBe("TOKEN_INVALID");
  });

  test("without a subject", async () => {
    expect(await codeFor(await issuer.token({}))).toBe("TOKEN_INVALID");
  });

  test("signed with another key under a known key id", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    const token = await new SignJWT({ iss: issuer.url, aud: issuer.audience, sub: "ada", exp: now() + 60 })
      .setProtectedHeader({ alg: "RS256", kid: issuer.publicJwk().kid ?? "" })
      .sign(privateKey);
    expect(await codeFor(token)).toBe("TOKEN_INVALID");
  });

  test("an altered body", async () => {
    const [header = "", , signature = ""] = (await issuer.token({ sub: "ada" })).split(".");
    const body = Buffer.from(JSON.stringify({ iss: issuer.url, aud: issuer.audience, sub: "root", exp: now() + 60 })).toString("base64url");
    expect(await codeFor(`${header}.${body}.${signature}`)).toBe("TOKEN_INVALID");
  });

  test("an unknown key id", async () => {
    expect(await codeFor(await issuer.token({ sub: "ada" }, { kid: "made-up" }))).toBe("TOKEN_INVALID");
  });

  test.each(["jku", "x5u", "jwk", "x5c"])("a header %s that contains a key", async (name) => {
    const { privateKey, publicKey } = await generateKeyPair("RS256");
    const brought = { jku: `${issuer.url}/jwks`, x5u: `${issuer.url}/x5u`, jwk: await exportJWK(publicKey), x5c: ["MIIB"] };
    const header = { alg: "RS256", kid: issuer.publicJwk().kid ?? "", [name]: brought[name as keyof typeof brought] };
    const own = await new SignJWT({ iss: issuer.url, aud: issuer.audience, sub: "ada", exp: now() + 60 })
      .setProtectedHeader(header)
      .sign(privateKey);
    expect(await codeFor(own)).toBe("TOKEN_INVALID");
    // Even signed with the right key, such a header is refused.
    expect(await codeFor(await issuer.token({ sub: "ada" }, header))).toBe("TOKEN_INVALID");
  });

  test("a header crit with rules of its own", async () => {
    const token = await new SignJWT({ iss: issuer.url, aud: issuer.audience, sub: "ada", exp: now() + 60 })
      .setProtectedHeader({ alg: "RS256", kid: issuer.publicJwk().kid ?? "", crit: ["b64"], b64: true })
      .sign(issuer.privateKey());
    expect(await codeFor(token)).toBe("TOKEN_INVALID");
  });
});

describe("a token that was verified before", () => {
  const minute = 60_000;
  let at = 0;
  let looks = 0;
  beforeEach(() => {
    at = Date.now();
    looks = 0;
    const find: ProviderKeys["find"] = (...parameters) => {
      looks += 1;
      return keys.find(...parameters);
    };
    tokens = createTokenVerifier({
      keys: { ...keys, find },
      issuer: issuer.url,
      audience: issuer.audience,
      clientId: "airlock-console",
      now: () => new Date(at),
    });
  });

  test("is not verified again for a minute", async () => {
    const token = await issuer.token({ sub: "ada", exp: now() + 600 });
    for (let time = 0; time < 3; time += 1) expect(await codeFor(token)).toBe("accepted");
    expect(looks).toBe(1);
    at += minute;
    expect(await codeFor(token)).toBe("accepted");
    expect(looks).toBe(2);
  });

  test("expires at its own time", async () => {
    const token = await issuer.token({ sub: "ada", exp: now() + 30 });
    expect(await codeFor(token)).toBe("accepted");
    at += 20_000;
    expect(await codeFor(token)).toBe("accepted");
    at += 20_000;
    expect(await codeFor(token)).toBe("TOKEN_INVALID");
  });

  test("is cached as a whole: neither the same body with another signature nor another body with the same signature is accepted", async () => {
    const token = await issuer.token({ sub: "ada", exp: now() + 600 });
    const other = await issuer.token({ sub: "eve", exp: now() + 600 });
    expect(await codeFor(token)).toBe("accepted");
    const [header, body, signature] = token.split(".");
    const [, otherBody, otherSignature] = other.split(".");
    expect(await codeFor(`${header}.${body}.${otherSignature}`)).toBe("TOKEN_INVALID");
    expect(await codeFor(`${header}.${otherBody}.${signature}`)).toBe("TOKEN_INVALID");
    expect(await codeFor(`${header}.${body}.`)).toBe("TOKEN_INVALID");
  });

  test("that was refused is verified every time", async () => {
    const token = await issuer.token({ sub: "ada", nbf: Math.floor(at / 1000) + 30, exp: now() + 600 });
    expect(await codeFor(token)).toBe("TOKEN_INVALID");
    at += 40_000;
    expect(await codeFor(token)).toBe("accepted");
  });
});

describe("the provider's keys", () => {
  test("a rotated key is read when the first token uses it, and the old one is removed", async () => {
    const old = await issuer.token({ sub: "ada" });
    expect(await codeFor(old)).toBe("accepted");
    await issuer.rotate();
    clock += 10_000;
    expect(await codeFor(await issuer.token({ sub: "ada" }))).toBe("accepted");
    clock += 10_000;
    expect(await codeFor(old)).toBe("TOKEN_INVALID");
  });

  test("made-up key ids do not cause a flood of requests", async () => {
    expect(await codeFor(await issuer.token({ sub: "ada" }))).toBe("accepted");
    clock += 10_000;
    const before = issuer.requests();
    for (let index = 0; index < 20; index += 1) await codeFor(await issuer.token({ sub: "ada" }, { kid: `made-up-${index}` }));
    expect(issuer.requests() - before).toBe(1);
  });

  test("while the provider is unavailable known keys stay valid, and an unknown one cannot be verified", async () => {
    const good = await issuer.token({ sub: "ada" });
    const unknown = await issuer.token({ sub: "ada" }, { kid: "made-up" });
    expect(await codeFor(good)).toBe("accepted");
    await issuer.goAway();
    try {
      clock += hour;
      expect(await codeFor(good)).toBe("accepted");
      clock += 10_000;
      expect(await codeFor(unknown)).toBe("IDENTITY_PROVIDER_UNAVAILABLE");
      expect(keys.check()).toMatchObject({ ok: true });
      clock += 13 * hour;
      expect(await codeFor(good)).toBe("IDENTITY_PROVIDER_UNAVAILABLE");
      expect(keys.check().ok).toBe(false);
    } finally {
      await issuer.comeBack();
    }
    clock += 10_000;
    expect(await codeFor(good)).toBe("accepted");
  });

  test("a provider that was never reached results in 503, not 401", async () => {
    await issuer.goAway();
    try {
      expect(await codeFor(await issuer.token({ sub: "ada" }))).toBe("IDENTITY_PROVIDER_UNAVAILABLE");
      expect(keys.check().ok).toBe(false);
    } finally {
      await issuer.comeBack();
    }
  });

  test("a provider that does not respond times out", async () => {
    const silent = createProviderKeys({
      issuer: issuer.url,
      log,
      answerMillis: 20,
      fetch: (_url, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("gave up")))),
    });
    await silent.refresh();
    expect(silent.check()).toEqual({ ok: false, detail: "gave up" });
  });

  function providerThatSays(metadata: object, keySet: object): ProviderKeys {
    const answers: Record<string, object> = {
      [`${issuer.url}/.well-known/openid-configuration`]: metadata,
      [`${issuer.url}/jwks`]: keySet,
    };
    return createProviderKeys({ issuer: issuer.url, log, fetch: (url) => Promise.resolve(Response.json(answers[url])) });
  }
  const metadata = () => ({ issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` });

  test("shared secrets in a key set are ignored", async () => {
    const secret = Buffer.from("a secret that everybody can read in the key set").toString("base64url");
    const read = providerThatSays(metadata(), { keys: [{ kty: "oct", kid: "shared", alg: "HS256", k: secret }] });
    await expect(read.find({ alg: "HS256", kid: "shared" }, { payload: "", signature: "" })).rejects.toThrow(/alg/);
  });

  test("a provider with another issuer is not trusted", async () => {
    const honest = providerThatSays(metadata(), { keys: [issuer.publicJwk()] });
    await honest.refresh();
    expect(honest.check().ok).toBe(true);
    const read = providerThatSays({ ...metadata(), issuer: "https://elsewhere.test" }, { keys: [issuer.publicJwk()] });
    await read.refresh();
    expect(read.check().ok).toBe(false);
  });
});
