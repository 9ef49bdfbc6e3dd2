import { basePath, problemSchema, profileResource } from "@airlock/contract";
import { Client } from "pg";
import { afterEach, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { signIn } from "../../services/idp/sign-in.ts";
import { port } from "../../services/instance.ts";
import { killPart, restartPart } from "../../services/lifecycle.ts";
import { restart } from "../../services/stack.ts";
import { eventually } from "../support/eventually.ts";

const instance = inject("instance");
const environment = inject("environment");
const api = `http://127.0.0.1:${port(instance, "api")}`;

function tokensOf(email: string) {
  return signIn({ issuer: environment["AIRLOCK_OIDC_ISSUER"] ?? "", publicUrl: environment["AIRLOCK_PUBLIC_URL"] ?? "", email });
}

function ask(token: string, path: string, method = "GET"): Promise<Response> {
  return fetch(`${api}${basePath}${path}`, { method, headers: { authorization: `Bearer ${token}`, "content-type": "application/json" } });
}

async function code(response: Response): Promise<string> {
  return problemSchema.parse(await response.json()).code;
}

describe("through the development identity provider", () => {
  test("the configured first administrator signs in and may do everything", async () => {
    const { access_token: token } = await tokensOf("admin@airlock.test");
    const { _embedded: profile, _links: links } = profileResource.parse(await (await ask(token, "/users/login", "POST")).json());
    expect(profile).toMatchObject({
      firstName: "Maya",
      name: "Visser",
      emailAddress: "admin@airlock.test",
      type: "User",
      userStatus: "active",
      roles: [{ code: "ADMI" }],
    });
    expect(Object.keys(links).sort()).toEqual(
      [
        "allRoles",
        "audit",
        "auditFile",
        "bucketFiles",
        "buckets",
        "comparison",
        "comparisons",
        "dashboard",
        "datasources",
        "erasureFields",
        "erasurePreview",
        "erasures",
        "execution",
        "executionExports",
        "executions",
        "experimentResult",
        "experimentResultDetails",
        "experiments",
        "exports",
        "fileDefinition",
        "firings",
        "groups",
        "imports",
        "lists",
        "monitors",
        "organisations",
        "permissions",
        "predictions",
        "refusedRequestCounts",
        "refusedRequests",
        "releasePolicy",
        "secrets",
        "self",
        "solutions",
        "statsDetails",
        "uploads",
        "user.invite",
        "users",
        "versionStats",
        "versions",
      ].sort(),
    );
  });

  test("a person whom the provider knows and Airlock does not is not found", async () => {
    const { access_token: token } = await tokensOf("nobody@airlock.test");
    const login = await ask(token, "/users/login", "POST");
    expect([login.status, await code(login)]).toEqual([404, "USER_UNKNOWN"]);
    const other = await ask(token, "/solutions");
    expect([other.status, await code(other)]).toEqual([403, "USER_NOT_ACTIVE"]);
  });

  test("an ID token is not accepted as an access token", async () => {
    const { id_token: token } = await tokensOf("admin@airlock.test");
    const response = await ask(token, "/users/login", "POST");
    expect([response.status, await code(response)]).toEqual([401, "TOKEN_INVALID"]);
  });
});

async function state(): Promise<{ readonly status: number; readonly missing: readonly string[] }> {
  const ready = await fetch(`${api}/ready`);
  const { parts } = z.object({ parts: z.record(z.string(), z.object({ ok: z.boolean() })) }).parse(await ready.json());
  return { status: ready.status, missing: Object.keys(parts).filter((name) => parts[name]?.ok !== true) };
}

test("an api is not ready before its first organisation exists", async () => {
  const owner = new Client({ connectionString: environment["AIRLOCK_POSTGRES_MIGRATION_URL"] });
  await owner.connect();
  try {
    // Like another process that is creating it.
    await owner.query("select pg_advisory_lock(hashtext('airlock.found_organisation'))");
    await restart(instance, "api", { health: "live" });
    const held = await eventually("all else is there", async () => {
      const now = await state();
      return now.missing.length === 1 ? now : undefined;
    });
    expect(held).toEqual({ status: 503, missing: ["firstOrganisation"] });
  } finally {
    await owner.end();
  }
  await eventually("the api is ready", async () => ((await state()).status === 200 ? true : undefined));
});

describe("while the provider is unavailable", () => {
  afterEach(async () => {
    await restartPart(instance, "idp");
    await restart(instance, "api");
  });

  test("known keys stay valid; an api that never read them responds with 503 and is not ready", async () => {
    const { access_token: token } = await tokensOf("admin@airlock.test");
    await ask(token, "/users/login", "POST");
    await killPart(instance, "idp");
    expect((await ask(token, "/users/me")).status).toBe(200);

    await restart(instance, "api", { health: "live" });
    const refused = await ask(token, "/users/me");
    expect([refused.status, await code(refused)]).toEqual([503, "IDENTITY_PROVIDER_UNAVAILABLE"]);
    const away = await eventually("all but the provider is there", async () => {
      const now = await state();
      return now.missing.length === 1 ? now : undefined;
    });
    expect(away).toEqual({ status: 503, missing: ["identityProvider"] });

    await restartPart(instance, "idp");
    await eventually("the api reads the keys", async () => ((await ask(token, "/users/me")).status === 200 ? true : undefined));
  });
});
