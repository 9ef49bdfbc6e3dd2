import { readBucketValue } from "@airlock/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { asOwner, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { accountWithKey, servingVersion, stoppedVersion, version } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";
import { orderDeployment } from "../version/store.ts";

let api: TestApi;
let admin: Person;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Deployment");
});
afterAll(() => api.close());

describe("a deployment", () => {
  test("is sent to the runtimes with the frozen definition and confirmed by them", async () => {
    const at = await version(admin);
    const served = await admin.must("version.deploy", { at });
    expect(served._embedded).toMatchObject({ deploymentStatus: "serving", deploymentMessage: "" });
    const entry = await api.parts.deployments.get(at["versionId"] ?? "");
    expect(entry?.value).toMatchObject({ ...at, organisationId: admin.organisationId, desired: "serving", hash: served._embedded.hash });
    const [lease] = api.parts.runtimes.live();
    expect(lease?.applied).toBeGreaterThanOrEqual(entry?.revision ?? Number.POSITIVE_INFINITY);
  });

  test("of a served version is refused, and so is the stop of one that is not", async () => {
    const again = await api.ask(admin.token, "version.deploy", { at: await servingVersion(admin) });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, "VERSION_ALREADY_SERVING"]);
    const stop = await api.ask(admin.token, "version.stop", { at: await version(admin) });
    expect([stop.statusCode, stop.json<{ code: string }>().code]).toEqual([409, "VERSION_NOT_SERVING"]);
  });

  test("that is deleted is stopped first and forgotten by the bucket", async () => {
    const at = await servingVersion(admin);
    await admin.must("version.delete", { at });
    expect((await api.parts.deployments.get(at["versionId"] ?? ""))?.value).toBeUndefined();
    expect((await api.ask(admin.token, "version.read", { at })).statusCode).toBe(404);
    const [lease] = api.parts.runtimes.live();
    expect(lease?.versions[at["versionId"] ?? ""]?.status ?? "stopped").toBe("stopped");
  });

  test("whose process died after the commit is carried out by the job that was stored with it", async () => {
    const at = await version(admin);
    const versionId = at["versionId"] ?? "";
    // What the request does up to its commit, and nothing after it.
    await api.parts.postgres.inOrganisation(admin, async (tx) => {
      await orderDeployment(tx, versionId, "serving");
      await api.parts.jobs.send(tx, "deployment.publish", { organisationId: admin.organisationId, versionId }, { correlationId: "c" });
    });
    await vi.waitFor(async () => expect((await api.parts.deployments.get(versionId))?.value?.desired).toBe("serving"), {
      timeout: 120_000,
    });
  });

  test("a rolled back change leaves no job behind", async () => {
    const at = await version(admin);
    const versionId = at["versionId"] ?? "";
    const failing = api.parts.postgres.inOrganisation(admin, async (tx) => {
      await orderDeployment(tx, versionId, "serving");
      await api.parts.jobs.send(tx, "deployment.publish", { organisationId: admin.organisationId, versionId }, {});
      throw new Error("the process thinks better of it");
    });
    await expect(failing).rejects.toThrow("thinks better");
    expect((await admin.must("version.read", { at }))._embedded.deploymentStatus).toBe("notDeployed");
    const jobs = await asOwner((owner) => owner.query("select from pgboss.job where data #>> '{data,versionId}' = $1", [versionId]));
    expect(jobs.rowCount).toBe(0);
  });

  test("deploys and stops at the same time end in what Postgres says", async () => {
    const at = await servingVersion(admin);
    await Promise.all([
      api.ask(admin.token, "version.stop", { at }),
      api.ask(admin.token, "version.deploy", { at }),
      api.ask(admin.token, "version.stop", { at }),
      api.ask(admin.token, "version.deploy", { at }),
    ]);
    // A job of one of them may still be at it, and then it sees to it itself.
    await vi.waitFor(
      async () => {
        const { deploymentStatus } = (await admin.must("version.read", { at }))._embedded;
        const entry = await api.parts.deployments.get(at["versionId"] ?? "");
        expect(entry?.value?.desired).toBe(deploymentStatus);
      },
      { timeout: 120_000 },
    );
  });
});

describe("a version", () => {
  test("is frozen: the draft changes independently of it", async () => {
    const at = await version(admin);
    const before = await admin.must("version.read", { at });
    const draft = await admin.must("definition.read", { at });
    await admin.must("definition.update", {
      at,
      body: { ...draft._embedded, runtimeDatasetFields: [{ key: "a", name: "A", type: "String", required: false }] },
    });
    const next = await admin.must("solution.versions.create", { at, body: {} });
    const after = await admin.must("version.read", { at });
    expect(after._embedded.hash).toBe(before._embedded.hash);
    expect(next._embedded.hash).not.toBe(before._embedded.hash);
    expect(next._embedded.versionName).toBe("Version 2");
    expect((await admin.must("version.definition", { at }))._embedded.runtimeDatasetFields).toEqual([]);
  });

  test("shows among the deployed ones once it was deployed", async () => {
    const never = await version(admin);
    const stopped = await stoppedVersion(admin);
    const { items } = await admin.must("versions.listAll", { query: { limit: "500" } });
    const ids = items.map((item) => item._embedded.webSafeString);
    expect(ids).toContain(stopped["versionId"]);
    expect(ids).not.toContain(never["versionId"]);
  });

  test("two edits of the same revision: the second is refused", async () => {
    const at = await version(admin);
    const { revision } = (await admin.must("version.read", { at }))._embedded;
    await admin.must("version.update", { at, body: { versionName: "First", revision } });
    const second = await api.ask(admin.token, "version.update", { at, body: { versionName: "Second", revision } });
    expect([second.statusCode, second.json<{ code: string }>().code]).toEqual([409, "EDIT_CONFLICT"]);
    expect((await admin.must("version.read", { at }))._embedded.versionName).toBe("First");
  });
});

describe("a key", () => {
  test("is sent to the runtimes as a hash with its account's permissions, and removed when it is revoked", async () => {
    const at = await accountWithKey(admin);
    const entry = await api.parts.keys.get(at["keyId"] ?? "");
    expect(readBucketValue.keys(entry?.text ?? "")).toMatchObject({ keyId: at["keyId"], userId: at["userId"], permissions: [] });
    await admin.must("user.key.revoke", { at });
    expect((await api.parts.keys.get(at["keyId"] ?? ""))?.value).toBeUndefined();
    expect((await admin.must("user.keys.list", { at })).items).toEqual([]);
    expect((await api.ask(admin.token, "user.key.revoke", { at })).statusCode).toBe(404);
  });

  test("follows its account's rights: given, taken and deleted", { timeout: 180_000 }, async () => {
    const at = await accountWithKey(admin);
    const keyId = at["keyId"] ?? "";
    const rights = async () => (await api.parts.keys.get(keyId))?.value?.permissions;
    const role = await admin.must("allRoles.create", { body: { name: "Callers", permissions: ["solution.execute"] } });
    await admin.must("user.role.add", { at: { ...at, roleId: role._embedded.webSafeString } });
    await vi.waitFor(async () => expect(await rights()).toEqual(["solution.execute"]), { timeout: 120_000 });
    await admin.must("role.update", { at: { roleId: role._embedded.webSafeString }, body: { permissions: ["versions.list"] } });
    await vi.waitFor(async () => expect(await rights()).toEqual(["versions.list"]), { timeout: 120_000 });
    await admin.must("user.delete", { at });
    await vi.waitFor(async () => expect(await rights()).toBeUndefined(), { timeout: 120_000 });
  });

  test("cannot be created by a user with fewer permissions than the key would have", async () => {
    const at = await accountWithKey(admin);
    const role = await admin.must("allRoles.create", { body: { name: "Callers", permissions: ["solution.execute"] } });
    await admin.must("user.role.add", { at: { ...at, roleId: role._embedded.webSafeString } });
    const helper = await newColleague(api, admin, ["users.list", "user.update"]);
    const refused = await api.ask(helper.token, "user.keys.create", { at, body: { name: "mine" } });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, "USER_BEYOND_OWN"]);
    const granted = await api.ask(helper.token, "user.role.add", { at: { userId: helper.userId, roleId: role._embedded.webSafeString } });
    expect(granted.json<{ code: string }>().code).toBe("ROLE_BEYOND_OWN");
  });
});
