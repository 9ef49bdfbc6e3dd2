import { decidePath, maxBatchInputs, type ChallengerEntry, type ReleaseEntry } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killPart, startAll, stopAll } from "../../services/lifecycle.ts";
import { port } from "../../services/instance.ts";
import { runtime } from "../../services/product.ts";
import { runtimeAtWork, until, type RuntimeAtWork } from "./runtime-at-work.ts";

let work: RuntimeAtWork;
let second: string;
const runtime2 = runtime("runtime2", { watch: false, env: { AIRLOCK_LOG_LEVEL: "warn" } }, "live");

beforeAll(async () => {
  work = await runtimeAtWork();
  await startAll(work.instance, [runtime2]);
  second = `http://127.0.0.1:${port(work.instance, "runtime2")}`;
});
afterAll(async () => {
  await stopAll(work.instance, [runtime2]);
  await work.end();
});

interface Split {
  readonly entry: ReleaseEntry;
  readonly key: string;
  readonly champion: string;
  readonly challenger: string;
}

/** Releases a version with a challenger and waits until both runtimes have confirmed it. */
async function split(change: Partial<ChallengerEntry> = {}, organisationId = work.organisationId): Promise<Split> {
  const [champion, challenger] = [await work.deployed({ organisationId }), await work.deployed({ organisationId })];
  const key = newId().toLowerCase();
  const entry: ReleaseEntry = {
    solutionId: champion.solutionId,
    organisationId,
    releaseId: newId(),
    number: 1,
    versionId: champion.versionId,
    keys: [{ key }],
    challenger: { rolloutId: newId(), versionId: challenger.versionId, share: 3_000, field: "reference", salt: newId(), ...change },
  };
  await write(entry);
  return { entry, key, champion: champion.versionId, challenger: challenger.versionId };
}

async function write(entry: ReleaseEntry): Promise<void> {
  const { dataPlane } = work;
  const revision = await dataPlane.write(dataPlane.releases, entry.solutionId, entry);
  await until(async () => {
    const leases = await dataPlane.runtimes.all().catch(() => []);
    return leases.length === 2 && leases.every(({ value }) => (value?.appliedReleases ?? 0) >= revision);
  });
}

const referencesOf = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `customer-${from + index}`);

/** The version that decided each reference, in batches of the maximum size. */
async function versionsOf(key: string, references: readonly string[], base = work.base, token = work.token): Promise<readonly string[]> {
  const versions: string[] = [];
  for (let from = 0; from < references.length; from += maxBatchInputs) {
    const inputs = references.slice(from, from + maxBatchInputs).map((reference) => JSON.stringify({ age: 30, reference }));
    const response = await fetch(`${base}${decidePath}/${key}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson" },
      body: inputs.join("\n"),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(text);
    versions.push(...[...text.matchAll(/"versionWss":"(\w+)"/g)].map(([, version = ""]) => version));
  }
  return versions;
}

const countOf = (versions: readonly string[], version: string) => versions.filter((one) => one === version).length;
const spread = (count: number, share: number) => 3 * Math.sqrt(count * share * (1 - share));

/** 1,000,000 with AIRLOCK_TEST_SPLIT_INPUTS, manually: takes a few minutes. */
const inputs = Number(process.env["AIRLOCK_TEST_SPLIT_INPUTS"] ?? 20_000);

test("a share is met, and every caller has one arm: in another runtime, after a restart and when the share grows", async () => {
  const { entry, key, champion, challenger } = await split();
  const references = referencesOf(inputs);
  const first = await versionsOf(key, references);
  expect(countOf(first, champion) + countOf(first, challenger)).toBe(inputs);
  expect(Math.abs(countOf(first, challenger) - inputs * 0.3)).toBeLessThan(spread(inputs, 0.3));
  expect(await versionsOf(key, references, second)).toEqual(first);
  await work.stop();
  await work.start();
  expect(await versionsOf(key, references)).toEqual(first);

  const challengerEntry = entry.challenger;
  if (challengerEntry === undefined) throw new Error("The release has a challenger.");
  await write({ ...entry, challenger: { ...challengerEntry, share: 6_000 } });
  const grown = await versionsOf(key, references, second);
  expect(Math.abs(countOf(grown, challenger) - inputs * 0.6)).toBeLessThan(spread(inputs, 0.6));
  expect(first.every((version, index) => version === champion || grown[index] === challenger)).toBe(true);
}, 900_000);

test("the arm is in the log and in the metrics; a batch has both, and a call by version has none", async () => {
  const { entry, key, champion, challenger } = await split({ share: 5_000 });
  const references = referencesOf(40);
  const versions = await versionsOf(key, references);
  expect(new Set(versions)).toEqual(new Set([champion, challenger]));
  await work.execute(champion);
  const logged = (await work.logged()).filter(({ versionId }) => versionId === champion || versionId === challenger);
  expect(logged).toHaveLength(41);
  const rolloutId = entry.challenger?.rolloutId;
  const [byKey, byVersion] = [logged.filter(({ arm }) => arm !== ""), logged.filter(({ arm }) => arm === "")];
  expect(byVersion).toMatchObject([{ versionId: champion, rolloutId: "" }]);
  for (const { arm, versionId, rolloutId: of, record } of byKey) {
    expect([versionId, of]).toEqual([arm === "champion" ? champion : challenger, rolloutId]);
    expect(versions[references.findIndex((reference) => record.includes(`"${reference}"`))]).toBe(versionId);
  }
  const metrics = await work.metrics();
  const counted = (version: string, arm: string) =>
    Number(new RegExp(`version="${version}",arm="${arm}",status="completed"} (\\d+)`).exec(metrics)?.[1] ?? 0);
  expect(counted(challenger, "challenger")).toBe(countOf(versions, challenger));
  expect([counted(champion, "champion"), counted(champion, "none")]).toEqual([countOf(versions, champion), 1]);
});

test("a split continues without JetStream, also after a restart", async () => {
  const { key } = await split();
  const references = referencesOf(500);
  const first = await versionsOf(key, references);
  await killPart(work.instance, "nats");
  expect(await versionsOf(key, references)).toEqual(first);
  await stopAll(work.instance, [runtime2]);
  await startAll(work.instance, [runtime2]);
  expect(await versionsOf(key, references, second)).toEqual(first);
  await work.restartNats();
  await until(async () => (await work.metrics()).includes("airlock_spool_bytes 0"));
});

test("the live version decides for a challenger that does not serve; at random, both decide", async () => {
  const { entry, key, champion, challenger } = await split({ share: 10_000 });
  expect(countOf(await versionsOf(key, referencesOf(20)), challenger)).toBe(20);
  await work.deployed({ versionId: challenger, solutionId: entry.solutionId, desired: "stopped" });
  expect(countOf(await versionsOf(key, referencesOf(20)), champion)).toBe(20);
  expect(await work.metrics()).toContain('airlock_challenger_passed_over_total{reason="notServing"} 20');

  const random = await split({ share: 5_000, field: undefined });
  const drawn = await versionsOf(
    random.key,
    Array.from({ length: 1_000 }, () => "the same"),
  );
  expect(Math.abs(countOf(drawn, random.challenger) - 500)).toBeLessThan(spread(1_000, 0.5) * 2);
});

test("another organisation with the same key, values and versions' names is not affected", async () => {
  const { entry, key } = await split({ share: 10_000 });
  const organisationId = newId();
  const other = await work.dataPlane.issueKey({ organisationId });
  const own = await work.deployed({ organisationId });
  // Its release names the first organisation's version as its challenger, which is unknown there.
  await write({ ...entry, solutionId: own.solutionId, organisationId, versionId: own.versionId });
  const versions = await versionsOf(key, referencesOf(20), work.base, other.token);
  expect(countOf(versions, own.versionId)).toBe(20);
});
