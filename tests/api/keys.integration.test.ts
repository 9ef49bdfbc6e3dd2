import { leaseRenewalMillis } from "@airlock/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environment } from "../../services/environment.ts";
import { signIn } from "../../services/idp/sign-in.ts";
import { port, publicUrl } from "../../services/instance.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { kill, restart, startStack, stopStack } from "../../services/stack.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../../services/temporary-instance.ts";
import { Caller } from "../support/caller.ts";
import { openDataPlane } from "../support/data-plane.ts";
import { ask, issueKey, serveDecision } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";

let running: TemporaryInstance;
let admin: Caller;
let versionId: string;

/** Each runtime directly, without an edge that would choose one. */
const runtimes = () => (["runtime1", "runtime2"] as const).map((name) => ({ url: `http://127.0.0.1:${port(running.instance, name)}` }));
const statuses = (token: string) => Promise.all(runtimes().map(async (place) => (await ask(place, versionId, token, { age: 20 })).status));
const everyRuntime = (status: number, token: string, seconds: number) =>
  eventually(
    `both runtimes answer ${status}`,
    async () => ((await statuses(token)).every((found) => found === status) ? true : undefined),
    { seconds },
  );

beforeAll(async () => {
  running = await startTemporaryInstance(["postgres", "nats", "clickhouse", "idp", "inbox"]);
  await startStack(running.instance, { runtimes: 2, console: "none", env: { AIRLOCK_RATE_LIMIT: "1000000", AIRLOCK_LOG_LEVEL: "warn" } });
  const issuer = environment(running.instance).AIRLOCK_OIDC_ISSUER;
  const { access_token: token } = await signIn({ issuer, publicUrl: publicUrl(running.instance), email: "admin@airlock.test" });
  admin = new Caller({ url: `http://127.0.0.1:${port(running.instance, "api")}`, issuer }, token);
  await admin.do("user.login");
  ({ versionId } = await serveDecision(admin, "Keys"));
});
afterAll(async () => {
  await stopStack(running.instance);
  await running.stop();
});

async function lastUsed(userId: string, keyId: string): Promise<string | null> {
  const { items } = await admin.do("user.keys.list", { at: { userId } });
  return items.find(({ _embedded }) => _embedded.webSafeString === keyId)?._embedded.lastUsedDate ?? null;
}

test("a key has its last use, seconds after its first decision", async () => {
  const { token, userId, keyId } = await issueKey(admin);
  await everyRuntime(200, token, 60);
  const used = await eventually("the last use", async () => (await lastUsed(userId, keyId)) ?? undefined);
  expect(Math.abs(Date.parse(used) - Date.now())).toBeLessThan(120_000);
  const idle = await issueKey(admin);
  expect(await lastUsed(idle.userId, idle.keyId)).toBeNull();
});

/** A key that both runtimes have accepted. On a slow machine it may expire before that; the next one then lives longer. */
async function shortLivedKey(userId: string): Promise<{ readonly expires: string; readonly secret: string }> {
  for (let seconds = 4; seconds < 200; seconds *= 3) {
    const expires = new Date(Date.now() + seconds * 1000).toISOString();
    const { _embedded } = await admin.do("user.keys.create", { at: { userId }, body: { name: `Short ${seconds}`, expires } });
    while (Date.now() < Date.parse(expires)) {
      if ((await statuses(_embedded.secret)).every((status) => status === 200)) return { expires, secret: _embedded.secret };
    }
  }
  throw new Error("No runtime accepts a key that expires.");
}

test("an expired key is refused by every runtime, and its expiry is shown", async () => {
  const { userId } = await issueKey(admin);
  const { expires, secret } = await shortLivedKey(userId);
  await everyRuntime(401, secret, 120);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires));
  const { items } = await admin.do("user.keys.list", { at: { userId } });
  expect(items.map(({ _embedded }) => _embedded.expires)).toContain(expires);
});

test("a revoked key is refused by every runtime, also if the api is down afterwards", async () => {
  const { token, userId, keyId } = await issueKey(admin);
  await everyRuntime(200, token, 60);
  await admin.do("user.key.revoke", { at: { userId, keyId } });
  await kill(running.instance, "api");
  try {
    await everyRuntime(401, token, 60);
    // A runtime that restarts from its own disk does not accept it either.
    await kill(running.instance, "runtime1");
    await restart(running.instance, "runtime1");
    expect(await statuses(token)).toEqual([401, 401]);
  } finally {
    await restart(running.instance, "api");
  }
});

describe("without any worker, before the response is sent, every runtime", () => {
  beforeAll(() => kill(running.instance, "worker"));
  afterAll(() => restart(running.instance, "worker"));

  const roleOf = async (userId: string) => {
    const [role] = (await admin.do("user.read", { at: { userId } }))._embedded.roles;
    if (role === undefined) throw new Error("The account has no role.");
    return { roleId: role.webSafeString };
  };

  test("has a new key", async () => {
    const { token } = await issueKey(admin);
    expect(await statuses(token)).toEqual([200, 200]);
  });

  test("has the removal of a role from the account, and its return", async () => {
    const { token, userId } = await issueKey(admin);
    const at = { userId, ...(await roleOf(userId)) };
    await admin.do("user.role.remove", { at });
    expect(await statuses(token)).toEqual([403, 403]);
    await admin.do("user.role.add", { at });
    expect(await statuses(token)).toEqual([200, 200]);
  });

  test("has the removal of a permission from a role, and the role's deletion", async () => {
    const { token, userId } = await issueKey(admin);
    const at = await roleOf(userId);
    await admin.do("role.update", { at, body: { permissions: ["versions.list"] } });
    expect(await statuses(token)).toEqual([403, 403]);
    await admin.do("role.update", { at, body: { permissions: ["solution.execute"] } });
    expect(await statuses(token)).toEqual([200, 200]);
    await admin.do("role.delete", { at });
    expect(await statuses(token)).toEqual([403, 403]);
  });

  test("has the account's removal from the group with the role", async () => {
    const { token, userId } = await issueKey(admin);
    const role = await roleOf(userId);
    const { _embedded: group } = await admin.do("groups.create", { body: { name: "Callers" } });
    const at = { groupId: group.webSafeString, userId, ...role };
    await admin.do("group.role.add", { at });
    await admin.do("group.member.add", { at });
    await admin.do("user.role.remove", { at });
    expect(await statuses(token)).toEqual([200, 200]);
    await admin.do("group.role.remove", { at });
    expect(await statuses(token)).toEqual([403, 403]);
    await admin.do("group.role.add", { at });
    await admin.do("group.member.remove", { at });
    expect(await statuses(token)).toEqual([403, 403]);
  });

  test("has that the account was disabled, enabled and deleted", async () => {
    const { token, userId } = await issueKey(admin);
    const at = { userId };
    await admin.do("user.update", { at, body: { userStatus: "disabled" } });
    expect(await statuses(token)).toEqual([401, 401]);
    await admin.do("user.update", { at, body: { userStatus: "active" } });
    expect(await statuses(token)).toEqual([200, 200]);
    await admin.do("user.delete", { at });
    expect(await statuses(token)).toEqual([401, 401]);
  });

  test("is waited for: one that does not confirm is named, and the revocation applies to the others", async () => {
    const { token, userId, keyId } = await issueKey(admin);
    const plane = await openDataPlane(natsUrl(running.instance));
    // A live runtime that never reports keys.
    const renew = () => plane.runtimes.put("silent", { runtimeId: "silent", address: "", versions: {} });
    await renew();
    const renewing = setInterval(() => void renew(), leaseRenewalMillis);
    try {
      await expect(admin.do("user.key.revoke", { at: { userId, keyId } })).rejects.toMatchObject({
        status: 503,
        problem: { code: "DEPLOYMENT_NOT_CONFIRMED", description: expect.stringContaining("silent") as string },
      });
      expect(await statuses(token)).toEqual([401, 401]);
    } finally {
      clearInterval(renewing);
      await plane.runtimes.remove("silent");
      await plane.close();
    }
  });
});

describe("a signed-in user executes a version with their own token", () => {
  const api = () => ({ url: `http://127.0.0.1:${port(running.instance, "api")}` });

  test("with the same responses as for a key: decision, refusals, idempotency", async () => {
    const answer = await ask(api(), versionId, admin.bearer, { age: 20 });
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as { readonly _embedded: Readonly<Record<string, unknown>> };
    expect(body._embedded).toMatchObject({ versionWss: versionId });

    const invalid = await ask(api(), versionId, admin.bearer, { age: "old" });
    expect([invalid.status, ((await invalid.json()) as { readonly code: string }).code]).toEqual([400, "INPUT_INVALID"]);

    const key = { "Idempotency-Key": `user-${versionId}` };
    const first = await ask(api(), versionId, admin.bearer, { age: 30 }, key);
    const second = await ask(api(), versionId, admin.bearer, { age: 30 }, key);
    expect([first.status, second.headers.get("idempotency-replayed"), await second.text()]).toEqual([200, "true", await first.text()]);
  });

  test("and the execution is logged with the user as its caller", async () => {
    const answer = await ask(api(), versionId, admin.bearer, { age: 40 });
    const { _embedded } = (await answer.json()) as { readonly _embedded: { readonly webSafeString: string } };
    const executionId = _embedded.webSafeString;
    const found = await eventually("the execution", async () => {
      const response = await admin.send("execution.read", { at: { executionId } });
      return response.ok ? ((await response.json()) as { readonly _embedded: Readonly<Record<string, unknown>> }) : undefined;
    });
    const userId = (await admin.do("profile.read"))._embedded.webSafeString;
    expect(JSON.stringify(found._embedded)).toContain(userId);
  });

  test("and no runtime accepts the token itself", async () => {
    expect(await statuses(admin.bearer)).toEqual([401, 401]);
  });
});
