import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { asOwner, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { release, scheduledRelease, version } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Releases");
});
afterAll(() => api.close());

async function another(at: Readonly<Record<string, string>>): Promise<string> {
  const { solutionId = "" } = at;
  return (await admin.must("solution.versions.create", { at: { solutionId }, body: {} }))._embedded.webSafeString;
}

const put = (at: Readonly<Record<string, string>>, body: { versionWss: string; reason?: string; beginsDate?: string }) =>
  admin.must("solution.releases.create", { at: { solutionId: at["solutionId"] ?? "" }, body });

const entryOf = async (at: Readonly<Record<string, string>>) => (await api.parts.releases.get(at["solutionId"] ?? ""))?.value;

describe("a release", () => {
  test("serves its version, is confirmed by the runtimes and publishes the keys to them", async () => {
    const at = await version(admin);
    const { _embedded: made } = await put(at, { versionWss: at["versionId"] ?? "", reason: "Agreed with Risk" });
    expect(made).toMatchObject({ number: 1, kind: "release", status: "live", reason: "Agreed with Risk", versionWss: at["versionId"] });
    expect(made.createdBy).not.toBe("");
    expect(made.confirmedDate).not.toBeNull();
    const { key } = (await admin.must("solution.read", { at }))._embedded;
    expect((await admin.must("version.read", { at }))._embedded).toMatchObject({
      deploymentStatus: "serving",
      isLive: true,
      solutionKey: key,
    });
    expect(await entryOf(at)).toMatchObject({ releaseId: made.webSafeString, versionId: at["versionId"], keys: [{ key }] });
  });

  test("waits for the runtimes although another process has just ordered its version to be served", async () => {
    const at = await version(admin);
    await asOwner((owner) =>
      owner.query("update versions set desired = 'serving', deployment_status = 'serving' where id = $1", [at["versionId"]]),
    );
    await put(at, { versionWss: at["versionId"] ?? "" });
    expect((await api.parts.deployments.get(at["versionId"] ?? ""))?.value).toMatchObject({ desired: "serving" });
  });

  test("ends the previous one; releasing its version again is a rollback", async () => {
    const at = await release(admin);
    const second = await another(at);
    expect((await put(at, { versionWss: second }))._embedded).toMatchObject({ number: 2, kind: "release", status: "live" });
    const { items: versions } = await admin.must("solution.versions.list", { at });
    expect(versions.filter(({ _embedded }) => _embedded.isLive).map(({ _embedded }) => _embedded.webSafeString)).toEqual([second]);
    const back = await put(at, { versionWss: at["versionId"] ?? "", reason: "Too many declined" });
    expect(back._embedded).toMatchObject({ number: 3, kind: "rollback", status: "live" });
    const { items } = await admin.must("solution.releases.list", { at });
    expect(items.map(({ _embedded: { number, status, versionWss } }) => [number, status, versionWss])).toEqual([
      [3, "live", at["versionId"]],
      [2, "ended", second],
      [1, "ended", at["versionId"]],
    ]);
    expect(await entryOf(at)).toMatchObject({ versionId: at["versionId"], number: 3 });
  });

  test("of the live version, of another solution's and of a deleted one is refused", async () => {
    const at = await release(admin);
    const refusal = async (versionWss: string) => {
      const answer = await api.ask(admin.token, "solution.releases.create", { at, body: { versionWss } });
      return [answer.statusCode, answer.json<{ code: string }>().code];
    };
    expect(await refusal(at["versionId"] ?? "")).toEqual([409, "VERSION_ALREADY_LIVE"]);
    expect(await refusal((await version(admin))["versionId"] ?? "")).toEqual([404, "VERSION_NOT_FOUND"]);
    const deleted = await another(at);
    await admin.must("version.delete", { at: { versionId: deleted } });
    expect(await refusal(deleted)).toEqual([404, "VERSION_NOT_FOUND"]);
  });

  test("requires a permission of its own", async () => {
    const at = await release(admin);
    const second = await another(at);
    const designer = await newColleague(api, admin, ["solutions.list", "versions.list", "solution.update"]);
    const answer = await api.ask(designer.token, "solution.releases.create", { at, body: { versionWss: second } });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, "PERMISSION_MISSING"]);
    const releaser = await newColleague(api, admin, ["solutions.list", "versions.list", "solution.release"]);
    expect((await releaser.must("solution.releases.create", { at, body: { versionWss: second } }))._embedded.status).toBe("live");
  });

  test("of many concurrent ones, one is live, and the runtimes have the same one", async () => {
    const at = await release(admin);
    const versions = await Promise.all(Array.from({ length: 4 }, () => another(at)));
    await Promise.all(versions.map((versionWss) => api.ask(admin.token, "solution.releases.create", { at, body: { versionWss } })));
    await vi.waitFor(
      async () => {
        const { items } = await admin.must("solution.releases.list", { at });
        const live = items.filter(({ _embedded }) => _embedded.status === "live");
        expect(live).toHaveLength(1);
        expect(items.filter(({ _embedded }) => _embedded.status === "scheduled")).toEqual([]);
        expect(await entryOf(at)).toMatchObject({ releaseId: live[0]?._embedded.webSafeString });
      },
      { timeout: 60_000 },
    );
  });
});

describe("a scheduled release", () => {
  test("is not live before its time and can be cancelled", async () => {
    const at = await scheduledRelease(admin);
    expect((await admin.must("release.read", { at }))._embedded).toMatchObject({ status: "scheduled", liveDate: null });
    expect(await entryOf(at)).toBeUndefined();
    expect((await admin.must("release.cancel", { at }))._embedded.status).toBe("cancelled");
    const again = await api.ask(admin.token, "release.cancel", { at });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, "RELEASE_NOT_SCHEDULED"]);
  });

  test("starts automatically at its time", async () => {
    const at = await version(admin);
    const beginsDate = new Date(Date.now() + 1_500).toISOString();
    const { _embedded: made } = await put(at, { versionWss: at["versionId"] ?? "", beginsDate });
    expect(made.status).toBe("scheduled");
    await vi.waitFor(
      async () => {
        const { _embedded: now } = await admin.must("release.read", { at: { releaseId: made.webSafeString } });
        expect(now).toMatchObject({ status: "live" });
        expect(now.confirmedDate).not.toBeNull();
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(await entryOf(at)).toMatchObject({ releaseId: made.webSafeString });
  });
});

test("a changed key is published with the former one, and a deleted solution is withdrawn", async () => {
  const at = await release(admin);
  const before = (await admin.must("solution.read", { at }))._embedded.key;
  await admin.must("solution.update", { at, body: { key: `${before}-new` } });
  await vi.waitFor(async () => expect((await entryOf(at))?.keys.map(({ key }) => key)).toEqual([before, `${before}-new`]), {
    timeout: 60_000,
  });
  await admin.must("version.stop", { at });
  await admin.must("solution.delete", { at });
  await vi.waitFor(async () => expect(await entryOf(at)).toBeUndefined(), { timeout: 60_000 });
});
