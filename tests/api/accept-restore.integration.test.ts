import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, expect, inject, test } from "vitest";
import { environment as environmentOf } from "../../services/environment.ts";
import { signIn } from "../../services/idp/sign-in.ts";
import { port } from "../../services/instance.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { Caller } from "../support/caller.ts";
import { openDataPlane } from "../support/data-plane.ts";
import { issueKey, serveDecision } from "../support/decision.ts";

const instance = inject("instance");
const environment = inject("environment");
let admin: Caller;

beforeAll(async () => {
  const issuer = environment["AIRLOCK_OIDC_ISSUER"] ?? "";
  const { access_token: token } = await signIn({ issuer, publicUrl: environment["AIRLOCK_PUBLIC_URL"] ?? "", email: "admin@airlock.test" });
  admin = new Caller({ url: `http://127.0.0.1:${port(instance, "api")}`, issuer }, token);
  await admin.do("user.login");
});

const accept = (...options: readonly string[]) =>
  promisify(execFile)("node", ["database/accept-restore.ts", ...options], {
    env: { ...process.env, ...environmentOf(instance, "worker"), AIRLOCK_LOG_LEVEL: "info" },
  });

test("revocations and stops after the time to which Postgres was restored are stored in Postgres", async () => {
  const { userId, keyId } = await issueKey(admin);
  const { versionId } = await serveDecision(admin, "Restored");
  const plane = await openDataPlane(natsUrl(instance));
  // The buckets are newer than Postgres, as after a restore: the numbers of these entries are higher than it has assigned.
  const entry = (await plane.deployments.get(versionId))?.value;
  if (entry === undefined) throw new Error("The version is not in its bucket.");
  await plane.write(plane.keys, keyId, undefined);
  await plane.write(plane.deployments, versionId, { ...entry, desired: "stopped" });

  expect((await accept()).stdout).toContain("nothing was changed");
  const isListed = async () =>
    (await admin.do("user.keys.list", { at: { userId } })).items.some(({ _embedded }) => _embedded.webSafeString === keyId);
  expect(await isListed()).toBe(true);
  expect((await accept("--apply")).stdout).toContain("accepted");
  expect(await isListed()).toBe(false);
  expect((await admin.do("version.read", { at: { versionId } }))._embedded.deploymentStatus).toBe("stopped");
  // Postgres is the source of truth again.
  expect((await admin.do("version.deploy", { at: { versionId } }))._embedded.deploymentStatus).toBe("serving");
  await plane.close();
});
