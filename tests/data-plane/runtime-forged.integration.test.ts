import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { canonicalJson, formatKey, scorePieceKey, scoresKey, type DeploymentEntry, type ScoresEntry } from "@airlock/contract";
import { emptyDefinition, newLink, newNode, type Definition, type PredictionNode } from "@airlock/flow";
import { keyHash, writeScores } from "@airlock/model";
import { newId, openBucket, type Bucket } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleFlow } from "../support/sample-flow.ts";
import { runtimeAtWork, until, type RuntimeAtWork } from "./runtime-at-work.ts";

let work: RuntimeAtWork;
/** The buckets as an attacker with access to JetStream but without a master key writes to them. */
let forged: { readonly keys: Bucket<"keys">; readonly deployments: Bucket<"deployments">; readonly scores: Bucket<"scores"> };

beforeAll(async () => {
  work = await runtimeAtWork();
  const { nats } = work.dataPlane;
  forged = {
    keys: await openBucket(nats, "keys"),
    deployments: await openBucket(nats, "deployments"),
    scores: await openBucket(nats, "scores"),
  };
});
afterAll(() => work.end());

type Gated = "keys" | "deployments" | "scores";

async function refused(bucket: Gated): Promise<number> {
  return Number(new RegExp(`airlock_entries_refused_total\\{bucket="${bucket}"\\} (\\d+)`).exec(await work.metrics())?.[1]);
}

/** Waits for the next refusal, which shows that the runtime has seen the entry. */
async function untilRefused(bucket: Gated, write: () => Promise<unknown>): Promise<void> {
  const before = await refused(bucket);
  await write();
  await until(async () => (await refused(bucket)) > before);
}

test("a key that the control plane did not sign is refused", async () => {
  const { versionId } = await work.deployed();
  const secret = "A".repeat(43);
  const keyId = newId();
  const hash = createHash("sha256").update(secret).digest("hex");
  const entry = { keyId, organisationId: work.organisationId, userId: newId(), permissions: ["solution.execute"], hash };
  await untilRefused("keys", () => forged.keys.put(keyId, entry));
  expect(await work.execute(versionId, { token: formatKey(keyId, secret) })).toMatchObject({ status: 401 });
  // So is a valid entry of another key, under this one.
  const other = await work.dataPlane.keys.get((await work.dataPlane.issueKey({ organisationId: work.organisationId })).keyId);
  await untilRefused("keys", () => work.dataPlane.nats.connection.request(`$KV.keys.${keyId}`, other?.text ?? "", { timeout: 10_000 }));
  expect(await work.execute(versionId, { token: formatKey(keyId, secret) })).toMatchObject({ status: 401 });
});

test("a replaced definition is refused, and the frozen one stays in use", async () => {
  const { revision, ...version } = await work.deployed();
  const decided = async () => /"runtimeData":\{[^}]*\}/.exec((await work.ask(version.versionId)).text)?.[0];
  const before = await decided();
  expect(before).toContain(":");
  const definition = { ...sampleFlow(), runtimeDatasetFields: [] };
  const swapped = { ...version, definition, hash: createHash("sha256").update(canonicalJson(definition)).digest("hex") };
  await untilRefused("deployments", () => forged.deployments.put(version.versionId, swapped));
  expect(await decided()).toBe(before);
  // A process with the master key cannot replace it either without the frozen hash.
  await untilRefused("deployments", () => work.dataPlane.write(work.dataPlane.deployments, version.versionId, { ...version, definition }));
  expect(await decided()).toBe(before);
  await until(async () => (await work.dataPlane.runtimes.all())[0]?.value?.refused?.includes(version.versionId) === true);
  const [lease] = await work.dataPlane.runtimes.all();
  expect(lease?.value?.versions[version.versionId]).toMatchObject({ status: "serving", revision });
  // Another version's stop and the deletion of its entry are still confirmed.
  const { revision: _revision, ...other } = await work.deployed();
  await work.confirmed(await work.dataPlane.write(work.dataPlane.deployments, other.versionId, { ...other, desired: "stopped" }));
  await work.confirmed(await work.dataPlane.write(work.dataPlane.deployments, other.versionId, undefined));
  // After the control plane writes it again, it is applied and confirmed as before.
  await work.confirmed(await work.dataPlane.write(work.dataPlane.deployments, version.versionId, version));
});

test("a deletion and a replay are refused, also after a restart", async () => {
  const version = await work.deployed();
  await untilRefused("deployments", () => forged.deployments.remove(version.versionId));
  expect(await work.execute(version.versionId)).toMatchObject({ status: 200 });
  const { revision: _revision, ...entry } = version;
  const serving = await servedText(entry);
  await work.dataPlane.write(work.dataPlane.deployments, version.versionId, { ...entry, desired: "stopped" });
  await until(async () => (await work.execute(version.versionId)).status === 409);
  const replay = () => work.dataPlane.nats.connection.request(`$KV.deployments.${version.versionId}`, serving, { timeout: 10_000 });
  await untilRefused("deployments", replay);
  expect(await work.execute(version.versionId)).toMatchObject({ status: 409 });
  // Revoked, and replayed to a process that only has the disk of the previous one.
  const key = await work.dataPlane.issueKey({ organisationId: work.organisationId });
  const issued = (await work.dataPlane.keys.get(key.keyId))?.text ?? "";
  await until(async () => (await work.execute(version.versionId, { token: key.token })).status === 409);
  await work.dataPlane.write(work.dataPlane.keys, key.keyId, undefined);
  await until(async () => (await work.execute(version.versionId, { token: key.token })).status === 401);
  await work.stop();
  await work.dataPlane.nats.connection.request(`$KV.keys.${key.keyId}`, issued, { timeout: 10_000 });
  await work.start();
  await until(async () => (await refused("keys")) > 0);
  expect(await work.execute(version.versionId, { token: key.token })).toMatchObject({ status: 401 });
  expect(await work.execute(version.versionId)).toMatchObject({ status: 409 });
  const ready = await fetch(`${work.base}/ready`);
  expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('"entries":{"ok":false')]);
});

const model = { predictionId: newId(), model: 1 };

/** Looks up the score of a person. */
function scoringFlow(): Definition {
  const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 400, 0)];
  const prediction: PredictionNode = {
    ...newNode("Prediction", "score", 200, 0),
    config: model.predictionId,
    model: model.model,
    inputFields: [{ name: "person", datasource: "Application", fieldKey: "person" }],
    scoreField: "score",
  };
  return {
    ...emptyDefinition(),
    solutionDefinition: {
      nodes: [start, prediction, end],
      links: [newLink("a", start, prediction), newLink("b", prediction, end)],
      zoom: 100,
    },
    applicationDatasetFields: [{ key: "person", name: "person", type: "String", required: true }],
    runtimeDatasetFields: [{ key: "score", name: "score", type: "Float", required: false }],
  };
}

/** Puts scores of one person into the bucket; pieces are not signed. Returns their head. */
async function putScores(number: number, score: number): Promise<ScoresEntry> {
  const { high, low } = keyHash("ada");
  const bytes = writeScores(Uint32Array.of(high), Uint32Array.of(low), Float64Array.of(score));
  const hash = createHash("sha256").update(bytes).digest("hex");
  const { predictionId } = model;
  const pieces = await openBucket(work.dataPlane.nats, "models");
  const data = gzipSync(bytes).toString("base64");
  const { organisationId } = work;
  await pieces.put(scorePieceKey({ predictionId, number }, 0), { predictionId, number, hash, organisationId, pieces: 1, data });
  return { ...model, organisationId, number, hash, persons: 1 };
}

test("scores that the control plane did not sign are not used, nor are older ones", async () => {
  const { dataPlane } = work;
  const key = scoresKey(model);
  await dataPlane.write(dataPlane.scores, key, await putScores(1, 0.25));
  const { versionId } = await work.deployed({ definition: scoringFlow(), scores: [model] });
  const score = async () => /"score":([\d.]+)/.exec((await work.ask(versionId, { body: { person: "ada" } })).text)?.[1];
  expect(await score()).toBe("0.25");
  const replayed = (await dataPlane.scores.get(key))?.text ?? "";
  await dataPlane.write(dataPlane.scores, key, await putScores(2, 0.5));
  await until(async () => (await score()) === "0.5");

  const named = await putScores(3, 0.99);
  await untilRefused("scores", () => forged.scores.put(key, named));
  expect(await score()).toBe("0.5");
  await untilRefused("scores", () => dataPlane.nats.connection.request(`$KV.scores.${key}`, replayed, { timeout: 10_000 }));
  expect(await score()).toBe("0.5");
  // The next ones of the control plane are used.
  await dataPlane.write(dataPlane.scores, key, await putScores(4, 0.75));
  await until(async () => (await score()) === "0.75");
});

/** The text of an entry as the control plane signed it when it was served. */
async function servedText(entry: DeploymentEntry): Promise<string> {
  await work.dataPlane.write(work.dataPlane.deployments, entry.versionId, entry);
  return (await work.dataPlane.deployments.get(entry.versionId))?.text ?? "";
}
