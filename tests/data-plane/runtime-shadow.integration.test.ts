import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { decidePath, type LoggedShadow, type ReleaseEntry } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killPart } from "../../services/lifecycle.ts";
import { callingFlow } from "../faults/calling-flow.ts";
import { sampleFlow } from "../support/sample-flow.ts";
import { runtimeAtWork, until, type RuntimeAtWork } from "./runtime-at-work.ts";

let work: RuntimeAtWork;
/** URLs that flows called. */
const called: string[] = [];
const partner = createServer((request, response) => {
  called.push(request.url ?? "");
  response.end('{"decision":"approved"}');
});
let partnerUrl = "";

beforeAll(async () => {
  await new Promise<void>((up) => partner.listen(0, "127.0.0.1", up));
  const { port } = partner.address() as AddressInfo; // A listening TCP server has a port.
  partnerUrl = `http://127.0.0.1:${port}`;
  work = await runtimeAtWork({ AIRLOCK_EGRESS_ALLOW: `127.0.0.1:${port}` });
});
afterAll(async () => {
  partner.close();
  await work.end();
});

/** The sample flow with another limit of age. */
function limited(age: number): Definition {
  return JSON.parse(JSON.stringify(sampleFlow()).replace('"18"', `"${age}"`)) as Definition; // Still a valid definition.
}

/** Releases a version with a shadow, and waits until the runtime has confirmed it. */
async function shadowed(live: Definition, other: Definition, share = 10_000) {
  const { organisationId, dataPlane } = work;
  const [version, shadow] = [await work.deployed({ definition: live }), await work.deployed({ definition: other })];
  const [key, rolloutId] = [newId().toLowerCase(), newId()];
  const entry: ReleaseEntry = {
    solutionId: version.solutionId,
    organisationId,
    releaseId: newId(),
    number: 1,
    versionId: version.versionId,
    keys: [{ key }],
    shadow: { rolloutId, versionId: shadow.versionId, share },
  };
  const revision = await dataPlane.write(dataPlane.releases, entry.solutionId, entry);
  await until(async () => {
    const leases = await dataPlane.runtimes.all().catch(() => []);
    return leases.length > 0 && leases.every(({ value }) => (value?.appliedReleases ?? 0) >= revision);
  });
  const results = async (count: number): Promise<readonly LoggedShadow[]> => {
    const found = () => work.loggedShadows().filter((one) => one.rolloutId === rolloutId);
    await until(async () => {
      await work.logged();
      return found().length >= count;
    });
    return found();
  };
  return { key, rolloutId, version, shadow, results };
}

/** Decides inputs at a key, as a batch; returns the execution ids. */
async function decideAt(key: string, ages: readonly number[], isBatch = true): Promise<readonly string[]> {
  const bodies = isBatch ? [ages.map((age) => JSON.stringify({ age })).join("\n")] : ages.map((age) => JSON.stringify({ age }));
  const ids: string[] = [];
  for (const body of bodies) {
    const response = await fetch(`${work.base}${decidePath}/${key}`, {
      method: "POST",
      headers: { authorization: `Bearer ${work.token}`, "content-type": isBatch ? "application/x-ndjson" : "application/json" },
      body,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(text);
    ids.push(...[...text.matchAll(/"webSafeString":"(\w+)"/g)].map(([, id = ""]) => id));
  }
  return ids;
}

const counted = async (result: string) =>
  Number(new RegExp(`airlock_shadow_decisions_total{result="${result}"} (\\d+)`).exec(await work.metrics())?.[1] ?? 0);

test.each([
  ["single calls", false],
  ["a batch", true],
])("a shadow decides %s in addition to the live version; a call by version has none", async (_what, isBatch) => {
  const { key, version, shadow, results } = await shadowed(limited(18), limited(21));
  const before = [await counted("same"), await counted("changed")];
  await work.execute(version.versionId, { body: { age: 19 } });
  const ids = await decideAt(key, [17, 19, 30], isBatch);
  const found = await results(3);
  const byId = new Map(found.map((one) => [one.executionId, one]));
  const line = { liveVersionId: version.versionId, shadowVersionId: shadow.versionId, isComparable: true, dropped: 0 };
  expect(ids.map((id) => byId.get(id))).toMatchObject([
    { ...line, liveOutcome: "declined", shadowOutcome: "declined", record: "" },
    { ...line, liveOutcome: "", shadowOutcome: "declined", record: expect.stringContaining("19") as string },
    { ...line, liveOutcome: "", shadowOutcome: "", record: "" },
  ]);
  expect(found).toHaveLength(3);
  expect([await counted("same"), await counted("changed")]).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1]);
});

test("a shadow makes no web calls: it gets the live version's response, or is not comparable", async () => {
  const live = callingFlow(`${partnerUrl}/live`, 5_000);
  const same = await shadowed(live, callingFlow(`${partnerUrl}/live`, 1_000));
  await decideAt(same.key, [30]);
  expect(await same.results(1)).toMatchObject([{ isComparable: true, liveOutcome: "approved", shadowOutcome: "approved" }]);
  const other = await shadowed(live, callingFlow(`${partnerUrl}/other`, 5_000));
  await decideAt(other.key, [30]);
  expect(await other.results(1)).toMatchObject([{ isComparable: false, liveOutcome: "approved", shadowStatus: "", shadowOutcome: "" }]);
  expect(called).toEqual(["/live", "/live"]);
  expect(await counted("notComparable")).toBe(1);
});

test("without JetStream results wait in the spool, and a runtime that stops loses none", async () => {
  const { key, results } = await shadowed(limited(18), limited(21));
  const ages = Array.from({ length: 200 }, (_, index) => index % 40);
  const ids: string[] = [...(await decideAt(key, ages))];
  await killPart(work.instance, "nats");
  ids.push(...(await decideAt(key, ages)));
  await work.stop();
  await work.start();
  ids.push(...(await decideAt(key, ages)));
  await work.restartNats();
  await until(async () => (await work.metrics()).includes("airlock_spool_bytes 0"));
  const found = await results(600);
  expect(new Set(found.map(({ executionId }) => executionId))).toEqual(new Set(ids));
  const changed = (index: number) => (ages[index % 200] ?? 0) >= 18 && (ages[index % 200] ?? 0) < 21;
  const byId = new Map(found.map((one) => [one.executionId, one]));
  for (const [index, id] of ids.entries()) {
    const { liveOutcome, shadowOutcome } = byId.get(id) ?? {};
    expect(liveOutcome !== shadowOutcome).toBe(changed(index));
  }
}, 120_000);

test("a share of the inputs is decided", async () => {
  const { key, results } = await shadowed(limited(18), limited(21), 5_000);
  for (let batch = 0; batch < 2; batch += 1)
    await decideAt(
      key,
      Array.from({ length: 1_000 }, () => 30),
    );
  await until(async () => (await work.metrics()).includes("airlock_shadow_waiting 0"));
  const found = await results(800);
  // Five standard deviations.
  expect(Math.abs(found.length - 1_000)).toBeLessThan(112);
});
