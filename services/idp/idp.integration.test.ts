import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicUrl } from "../instance.ts";
import { killPart, restartPart } from "../lifecycle.ts";
import { idpIssuer } from "../parts/idp.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../temporary-instance.ts";
import { renew, signIn } from "./sign-in.ts";

let running: TemporaryInstance;
let issuer: string;
let origin: string;

beforeAll(async () => {
  running = await startTemporaryInstance(["idp"]);
  issuer = idpIssuer(running.instance);
  origin = publicUrl(running.instance);
});

afterAll(() => running.stop());

const asAdmin = () => signIn({ issuer, publicUrl: origin, email: "admin@airlock.test" });

describe("the development identity provider", () => {
  it("issues an access token that an api can verify and that identifies the person", async () => {
    const tokens = await asAdmin();
    const keys = createRemoteJWKSet(new URL("/jwks", issuer));
    const { payload, protectedHeader } = await jwtVerify(tokens.access_token, keys, {
      issuer,
      audience: "airlock-api",
      algorithms: ["RS256"],
    });
    expect(payload).toMatchObject({
      sub: "admin",
      client_id: "airlock-console",
      scope: "openid profile email",
      email: "admin@airlock.test",
      email_verified: true,
      given_name: "Maya",
      family_name: "Visser",
    });
    expect(protectedHeader.typ).toBe("at+jwt");
    expect(tokens.scope).toBe("openid profile email");
  });

  it("never issues an ID token with the api's audience", async () => {
    const { id_token: idToken } = await asAdmin();
    expect(decodeJwt(idToken)).toMatchObject({ aud: "airlock-console", email: "admin@airlock.test", name: "Maya Visser" });
  });

  it("rotates the refresh token, which it issues without offline access", async () => {
    const first = await asAdmin();
    const second = await renew(issuer, first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(second.access_token)).toMatchObject({ aud: "airlock-api", email: "admin@airlock.test" });
    // Reuse means theft: it revokes the whole grant.
    await expect(renew(issuer, first.refresh_token)).rejects.toThrow("invalid_grant");
    await expect(renew(issuer, second.refresh_token)).rejects.toThrow("invalid_grant");
  });

  it("shortens the life of tokens on request", async () => {
    const change = (accessTokenSeconds: number) =>
      fetch(`${issuer}/development/settings`, { method: "PUT", body: JSON.stringify({ accessTokenSeconds }) });
    await change(3);
    try {
      const tokens = await asAdmin();
      const { iat = 0, exp = 0 } = decodeJwt(tokens.access_token);
      expect(exp - iat).toBe(3);
      expect(tokens.expires_in).toBe(3);
    } finally {
      await change(300);
    }
  });

  it("refuses a wrong password and signs in an account that a test added", async () => {
    await expect(signIn({ issuer, publicUrl: origin, email: "admin@airlock.test", password: "wrong" })).rejects.toThrow("401");
    const added = { email: "Ada@Airlock.test", givenName: "Ada", familyName: "Byron", emailVerified: false, password: "engine" };
    const response = await fetch(`${issuer}/development/accounts`, { method: "POST", body: JSON.stringify(added) });
    expect(response.status).toBe(201);
    const tokens = await signIn({ issuer, publicUrl: origin, email: "ada@airlock.test", password: "engine" });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ email: "ada@airlock.test", email_verified: false, given_name: "Ada" });
  });

  it("allows only the console's origin to call the token endpoint from a browser", async () => {
    const body = new URLSearchParams({ client_id: "airlock-console", grant_type: "refresh_token", refresh_token: "none" });
    const allowed = async (from: string) => {
      const response = await fetch(`${issuer}/token`, { method: "POST", headers: { Origin: from }, body });
      return response.headers.get("access-control-allow-origin");
    };
    expect(await allowed(origin)).toBe(origin);
    expect(await allowed("http://elsewhere.test")).toBeNull();
  });

  it("keeps sessions and keys after kill -9", async () => {
    const before = await asAdmin();
    await killPart(running.instance, "idp");
    await restartPart(running.instance, "idp");
    const keys = createRemoteJWKSet(new URL("/jwks", issuer));
    await expect(jwtVerify(before.access_token, keys, { issuer, audience: "airlock-api" })).resolves.toBeDefined();
    await expect(renew(issuer, before.refresh_token)).resolves.toBeDefined();
  });
});
