import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "../../services/environment.ts";
import { signIn } from "../../services/idp/sign-in.ts";
import { port, publicUrl } from "../../services/instance.ts";
import { kill, restart, startStack, stopStack } from "../../services/stack.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../../services/temporary-instance.ts";
import { Caller } from "../support/caller.ts";
import { ask, issueKey, serveDecision } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";

let running: TemporaryInstance;
let admin: Caller;
let versionId: string;

/** Each runtime by itself, without an edge that would choose one. */
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

test("a key shows when it was last used, seconds after its first decision", async () => {
  const { token, userId, keyId } = await issueKey(admin);
  await everyRuntime(200, token, 15);
  const used = await eventually("the last use", async () => (await lastUsed(userId, keyId)) ?? undefined);
  expect(Math.abs(Date.parse(used) - Date.now())).toBeLessThan(20_000);
  const idle = await issueKey(admin);
  expect(await lastUsed(idle.userId, idle.keyId)).toBeNull();
});

test("an expired key is refused by every runtime, and its expiry shows", async () => {
  const { userId } = await issueKey(admin);
  const expires = new Date(Date.now() + 15_000).toISOString();
  const { _embedded: key } = await admin.do("user.keys.create", { at: { userId }, body: { name: "Short", expires } });
  await everyRuntime(200, key.secret, 12);
  await everyRuntime(401, key.secret, 30);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires));
  const { items } = await admin.do("user.keys.list", { at: { userId } });
  expect(items.map(({ _embedded }) => _embedded.expires)).toContain(expires);
});

test("a revoked key is dead on every runtime, also when the api is down afterwards", async () => {
  const { token, userId, keyId } = await issueKey(admin);
  await everyRuntime(200, token, 15);
  await admin.do("user.key.revoke", { at: { userId, keyId } });
  await kill(running.instance, "api");
  try {
    await everyRuntime(401, token, 15);
    // Nor does a runtime that starts again, from its own disk, take it for good.
    await kill(running.instance, "runtime1");
    await restart(running.instance, "runtime1");
    expect(await statuses(token)).toEqual([401, 401]);
  } finally {
    await restart(running.instance, "api");
  }
});
