import { decidePath, type ReleaseEntry } from "@airlock/contract";
import { newId, openBucket } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runtimeAtWork, until, type RuntimeAtWork } from "./runtime-at-work.ts";

let work: RuntimeAtWork;

beforeAll(async () => {
  work = await runtimeAtWork();
});
afterAll(() => work.end());

/** Releases a version at a key and waits until the runtime has confirmed it. */
async function release(versionId: string, fields: Partial<ReleaseEntry> = {}): Promise<ReleaseEntry> {
  const { organisationId, dataPlane } = work;
  const entry = { solutionId: newId(), organisationId, releaseId: newId(), number: 1, versionId, keys: [{ key: "loan-check" }], ...fields };
  const revision = await dataPlane.write(dataPlane.releases, entry.solutionId, entry);
  await until(async () => {
    const leases = await dataPlane.runtimes.all().catch(() => []);
    return leases.length > 0 && leases.every(({ value }) => (value?.appliedReleases ?? 0) >= revision);
  });
  return entry;
}

async function decideAt(key: string, path = ""): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${work.base}${decidePath}/${key}${path}`, {
    method: path === "" ? "POST" : "GET",
    headers: { authorization: `Bearer ${work.token}`, "content-type": "application/json" },
    ...(path === "" ? { body: JSON.stringify({ age: 30 }) } : {}),
  });
  return { status: response.status, text: await response.text() };
}

test("calls at a key use the released version, and the next one from its confirmation on", async () => {
  const [one, two] = [await work.deployed(), await work.deployed()];
  expect(await decideAt("loan-check")).toMatchObject({ status: 404 });
  const first = await release(one.versionId);
  expect((await decideAt("loan-check")).text).toContain(`"versionWss":"${one.versionId}"`);
  await release(two.versionId, { ...first, releaseId: newId(), number: 2, versionId: two.versionId });
  for (let call = 0; call < 50; call += 1) expect((await decideAt("loan-check")).text).toContain(`"versionWss":"${two.versionId}"`);
  const described = await decideAt("loan-check", "/openapi");
  expect(described.status).toBe(200);
  expect(described.text).toContain(`"${decidePath}/loan-check"`);
});

test("a stopped version is reported at its key, until another one is released", async () => {
  const [one, two] = [await work.deployed(), await work.deployed()];
  const entry = await release(one.versionId, { keys: [{ key: "stopped" }] });
  const { revision: _revision, ...deployment } = one;
  await work.deployed({ ...deployment, desired: "stopped" });
  const refused = await decideAt("stopped");
  expect([refused.status, JSON.parse(refused.text)]).toEqual([409, expect.objectContaining({ code: "SOLUTION_NOT_SERVING" })]);
  await release(two.versionId, { ...entry, releaseId: newId(), number: 2, versionId: two.versionId });
  expect((await decideAt("stopped")).text).toContain(two.versionId);
});

test("a runtime that restarts without JetStream uses the last release it confirmed", async () => {
  const { versionId } = await work.deployed();
  await release(versionId, { keys: [{ key: "after-restart" }] });
  await work.stop();
  await work.start();
  expect((await decideAt("after-restart")).text).toContain(versionId);
});

test("a release that the control plane did not sign changes nothing", async () => {
  const [one, two] = [await work.deployed(), await work.deployed()];
  const entry = await release(one.versionId, { keys: [{ key: "forged" }] });
  const forged = await openBucket(work.dataPlane.nats, "releases");
  const refused = async () => Number(/airlock_entries_refused_total\{bucket="releases"\} (\d+)/.exec(await work.metrics())?.[1]);
  const before = await refused();
  await forged.put(entry.solutionId, { ...entry, versionId: two.versionId });
  await until(async () => (await refused()) > before);
  expect((await decideAt("forged")).text).toContain(one.versionId);
});
