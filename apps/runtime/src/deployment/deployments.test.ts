import { hash } from "node:crypto";
import { canonicalJson, type DeploymentEntry } from "@airlock/contract";
import { createLog } from "@airlock/platform";
import { newLink, newNode, type Definition } from "@airlock/flow";
import { afterEach, expect, test, vi } from "vitest";
import { memoryLastGood } from "../disk/memory-last-good.fixture.ts";
import { openGate, tombstone } from "../entry/open-gate.fixture.ts";
import { createDeployments, definitionFault } from "./deployments.ts";

afterEach(() => void vi.useRealTimers());

const log = createLog({ name: "test", level: "silent" });
const start = newNode("Start", "start", 0, 0);
const end = newNode("End", "end", 200, 0);
const definition: Definition = {
  solutionDefinition: { nodes: [start, end], links: [newLink("l", start, end)], zoom: 100 },
  applicationDatasetFields: [],
  runtimeDatasetFields: [],
  applicationTestData: [],
};
const entry: DeploymentEntry = {
  versionId: "v",
  solutionId: "s",
  organisationId: "o",
  desired: "serving",
  behaviour: 1,
  hash: "h",
  definition,
};
const change = (value: DeploymentEntry, revision: number) => ({ key: value.versionId, revision, value, text: JSON.stringify(value) });

const noModels = { load: () => undefined, fetch: () => Promise.resolve() };

function make(disk = memoryLastGood(), served = memoryLastGood()) {
  let changes = 0;
  const deployments = createDeployments({
    disk,
    gate: openGate,
    served,
    models: noModels,
    scores: noModels,
    lists: { ...noModels, find: () => undefined },
    log,
    onChange: () => (changes += 1),
  });
  return { deployments, disk, served, changes: () => changes };
}

test("a deployment is compiled and served, a stop ends it at once, and both are reported", () => {
  const { deployments, changes } = make();
  deployments.apply(change(entry, 1));
  expect(deployments.find("v")).toMatchObject({ organisationId: "o", status: "serving" });
  expect(deployments.find("v")?.plan).toBeDefined();
  expect(deployments.report()).toEqual({ v: { revision: 1, status: "serving", message: undefined } });
  deployments.apply(change({ ...entry, desired: "stopped" }, 2));
  expect(deployments.find("v")?.plan).toBeUndefined();
  expect(deployments.report()).toEqual({ v: { revision: 2, status: "stopped", message: undefined } });
  expect(deployments.stoppedSince(1)).toEqual([["v", 2]]);
  expect(deployments.stoppedSince(2)).toEqual([]);
  expect(changes()).toBe(2);
});

test("web calls inside sub-flows end when their caller has left, as those of the flow itself", () => {
  const call = { ...newNode("SubFlow", "call", 100, 0), versionId: "w" };
  const web = newNode("WebCall", "web", 100, 0);
  const drawn = (middle: typeof call | typeof web): Definition => ({
    ...definition,
    solutionDefinition: { nodes: [start, middle, end], links: [newLink("a", start, middle), newLink("b", middle, end)], zoom: 100 },
  });
  const named = { versionId: "w", name: "1", solutionId: "t", solutionName: "Inner", behaviour: 1 };
  const callsOthers = (inner: Definition): boolean | undefined => {
    const { deployments } = make();
    deployments.apply(change({ ...entry, behaviour: 5, definition: { ...drawn(call), subFlows: [{ ...named, definition: inner }] } }, 1));
    return deployments.find("v")?.callsOthers;
  };
  expect([callsOthers(definition), callsOthers(drawn(web))]).toEqual([false, true]);
});

test("the last good copy is served after a restart, and a stop is remembered too", () => {
  const { deployments, disk } = make();
  deployments.apply(change(entry, 1));
  expect(make(disk).deployments.find("v")?.plan).toBeDefined();
  deployments.apply(change({ ...entry, desired: "stopped" }, 2));
  expect(make(disk).deployments.find("v")).toMatchObject({ status: "stopped", plan: undefined });
  deployments.apply(tombstone("v", 3));
  expect(make(disk).deployments.find("v")).toBeUndefined();
  expect(deployments.stoppedSince(2)).toEqual([["v", 3]]);
});

test("a deployment that does not compile is an error that says why", () => {
  const { deployments } = make();
  const withoutStart = { ...definition, solutionDefinition: { nodes: [], links: [], zoom: 100 } };
  deployments.apply(change({ ...entry, definition: withoutStart }, 1));
  const found = deployments.find("v");
  if (found?.plan !== undefined) throw new Error("an unfinished flow was compiled");
  expect(found).toMatchObject({ status: "error" });
  expect(found?.message).not.toBe("");
});

test("a version that served before and does not compile in this release is counted until it is stopped", () => {
  const { deployments, disk, served } = make();
  deployments.apply(change(entry, 1));
  expect(deployments.regressed()).toEqual([]);
  // The next release has dropped the behaviour, which is the same as a stored version with a number it does not have.
  disk.put("v", { revision: 1, text: JSON.stringify({ ...entry, behaviour: 0 }) });
  const next = make(disk, served).deployments;
  expect(next.find("v")).toMatchObject({ status: "error" });
  expect(next.regressed()).toEqual(["v"]);
  // A disk of 0.5.0 has no list of what compiled.
  expect(make(disk).deployments.regressed()).toEqual(["v"]);
  next.apply(change({ ...entry, behaviour: 0, desired: "stopped" }, 2));
  expect(next.regressed()).toEqual([]);
});

test("a version that never compiled here is an error of its own, and no reason to refuse the release", () => {
  const { deployments, disk, served } = make();
  deployments.apply(change(entry, 1));
  deployments.apply(change({ ...entry, versionId: "newer", behaviour: 99 }, 2));
  expect(deployments.find("newer")).toMatchObject({ status: "error" });
  expect(deployments.regressed()).toEqual([]);
  expect(make(disk, served).deployments.regressed()).toEqual([]);
});

test("a value that cannot be read does not end what serves", () => {
  const { deployments, disk } = make();
  deployments.apply(change(entry, 1));
  deployments.apply({ key: "v", revision: 2, value: undefined, text: "{" });
  expect(deployments.find("v")?.plan).toBeDefined();
  expect(deployments.report()["v"]).toMatchObject({ revision: 2, message: "The deployment could not be read." });
  expect(make(disk).deployments.find("v")?.plan).toBeDefined();
});

test("a document of a strange shape does not take the process down", () => {
  const { deployments } = make();
  // Entries as another version of the api, or an unknown writer, might store them.
  for (const [index, strange] of [{}, { solutionDefinition: null }, { solutionDefinition: { nodes: [{}], links: 7 } }].entries()) {
    deployments.apply(change({ ...entry, versionId: `v${index}`, hash: `h${index}`, definition: strange as unknown as Definition }, index));
    expect(deployments.find(`v${index}`)).toMatchObject({ status: "error", plan: undefined });
  }
});

test("a watch that repeats all entries changes nothing, but a recreated bucket does", () => {
  const { deployments, changes } = make();
  deployments.apply(change(entry, 1));
  const before = deployments.find("v");
  deployments.apply(change(entry, 1));
  expect(deployments.find("v")).toBe(before);
  expect(changes()).toBe(1);
  deployments.apply(change({ ...entry, desired: "stopped" }, 1));
  expect(deployments.find("v")).toMatchObject({ status: "stopped" });
});

test("a peer's word stops only what is older than it, and the bucket's word comes after", () => {
  const { deployments, disk } = make();
  deployments.apply(change(entry, 5));
  deployments.stopByPeer("v", 4);
  expect(deployments.find("v")?.plan).toBeDefined();
  deployments.stopByPeer("v", 6);
  expect(deployments.find("v")?.plan).toBeUndefined();
  expect(make(disk).deployments.find("v")).toMatchObject({ status: "stopped", revision: 6 });
  deployments.apply(change(entry, 7));
  expect(deployments.find("v")?.plan).toBeDefined();
});

test("a deployment waits for its models, and is not reported as carried out before", async () => {
  const model = { predictionId: "p", number: 1, hash: "m" };
  let isThere = false;
  let arrive: () => void = () => undefined;
  const models = {
    load: () => (isThere ? undefined : "Model 1 of a prediction is not on this runtime."),
    fetch: () => new Promise<void>((resolve) => (arrive = resolve)),
  };
  const withModels = { ...entry, models: [model] };
  const deployments = createDeployments({
    disk: memoryLastGood(),
    gate: openGate,
    served: memoryLastGood(),
    models,
    scores: noModels,
    lists: { ...noModels, find: () => undefined },
    log,
    onChange: () => undefined,
  });
  deployments.apply(change(withModels, 5));
  expect([deployments.find("v"), deployments.settled(7), deployments.report()]).toEqual([undefined, 4, {}]);
  isThere = true;
  arrive();
  await new Promise((resolve) => setImmediate(resolve));
  expect([deployments.find("v")?.status, deployments.settled(7)]).toEqual(["serving", 7]);

  isThere = false;
  deployments.apply(change({ ...withModels, versionId: "w", hash: "other" }, 8));
  deployments.apply(change({ ...withModels, versionId: "w", hash: "other", desired: "stopped" }, 9));
  arrive();
  await new Promise((resolve) => setImmediate(resolve));
  expect(deployments.find("w")?.status).toBe("stopped");

  deployments.apply(change({ ...withModels, versionId: "x", hash: "third" }, 10));
  arrive();
  await new Promise((resolve) => setImmediate(resolve));
  expect(deployments.find("x")).toMatchObject({ status: "error", message: "Model 1 of a prediction is not on this runtime." });
  expect(deployments.find("x")?.plan).toBeDefined();
});

test("a version whose model could not be fetched is an error each time that it is delivered again, until the model is there", async () => {
  const missing = "Model 1 of a prediction is not on this runtime.";
  let isThere = false;
  const models = {
    load: () => (isThere ? undefined : missing),
    fetch: () => (isThere ? Promise.resolve() : Promise.reject(new Error("not in the bucket"))),
  };
  const disk = memoryLastGood();
  const parts = { disk, gate: openGate, served: memoryLastGood(), models, scores: noModels, lists: { ...noModels, find: () => undefined } };
  const withModels = { ...entry, models: [{ predictionId: "p", number: 1, hash: "m" }] };
  const deployments = createDeployments({ ...parts, log, onChange: () => undefined });
  const deliver = async (revision: number) => {
    deployments.apply(change(withModels, revision));
    await new Promise((resolve) => setImmediate(resolve));
    return deployments.report()["v"];
  };
  expect(await deliver(1)).toEqual({ revision: 1, status: "error", message: missing });
  expect(await deliver(1)).toEqual({ revision: 1, status: "error", message: missing });
  expect(await deliver(2)).toEqual({ revision: 2, status: "error", message: missing });
  const plan = deployments.find("v")?.plan;
  expect(plan).toBeDefined();
  isThere = true;
  expect(await deliver(2)).toEqual({ revision: 2, status: "serving", message: undefined });
  // The plan is not compiled again.
  expect(deployments.find("v")?.plan).toBe(plan);
});

test("a version whose model could not be fetched serves once it can be, without being delivered again, and not if it was stopped", async () => {
  vi.useFakeTimers();
  let isThere = false;
  let fetches = 0;
  const models = {
    load: (_: string, wanted: readonly unknown[]) =>
      isThere || wanted.length === 0 ? undefined : "Model 1 of a prediction is not on this runtime.",
    fetch: () => {
      fetches += 1;
      return isThere ? Promise.resolve() : Promise.reject(new Error("JetStream is away"));
    },
  };
  const parts = { disk: memoryLastGood(), gate: openGate, served: memoryLastGood(), models, scores: noModels };
  let changes = 0;
  const lines: string[] = [];
  const deployments = createDeployments({
    ...parts,
    lists: { ...noModels, find: () => undefined },
    log: createLog({ name: "test", level: "info", destination: { write: (line: string) => void lines.push(line) } }),
    onChange: () => (changes += 1),
  });
  const statuses = () => ["v", "w", "x"].map((versionId) => deployments.find(versionId)?.status);
  const withModels = { ...entry, models: [{ predictionId: "p", number: 1, hash: "m" }] };
  deployments.apply(change(withModels, 1));
  deployments.apply(change({ ...withModels, versionId: "w" }, 2));
  deployments.apply(change({ ...withModels, versionId: "x" }, 3));
  await vi.advanceTimersByTimeAsync(0);
  expect(statuses()).toEqual(["error", "error", "error"]);
  // A retry that fails changes nothing, and is not logged.
  const before = changes;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([fetches > 4, changes]).toEqual([true, before]);
  expect(lines.filter((line) => line.includes("could not be fetched"))).toHaveLength(3);
  expect(deployments.settled(3)).toBe(3);
  deployments.apply(change({ ...entry, versionId: "w", desired: "stopped" }, 4));
  deployments.stopByPeer("x", 5);
  isThere = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(statuses()).toEqual(["serving", "stopped", "stopped"]);
  expect(changes).toBe(before + 3);
  // Nothing is fetched any more.
  const done = fetches;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetches).toBe(done);
});

test("a model that is fetched again for the same version is in memory before the version counts as serving", async () => {
  let isStored = false;
  let isInMemory = false;
  const models = {
    load: () => {
      isInMemory ||= isStored;
      return isInMemory ? undefined : "Model 1 of a prediction is not on this runtime.";
    },
    fetch: () => Promise.resolve(),
  };
  const parts = { disk: memoryLastGood(), gate: openGate, served: memoryLastGood(), models, scores: noModels };
  const deployments = createDeployments({ ...parts, lists: { ...noModels, find: () => undefined }, log, onChange: () => undefined });
  deployments.apply(change(entry, 1));
  await new Promise((resolve) => setImmediate(resolve));
  models.fetch = () => Promise.resolve(void (isStored = true));
  deployments.apply(change(entry, 1));
  await new Promise((resolve) => setImmediate(resolve));
  expect([deployments.find("v")?.status, isInMemory]).toEqual(["serving", true]);
});

test("a deployment waits for the scores that it looks up as for its models", async () => {
  const scored = { predictionId: "p", model: 2 };
  let isThere = false;
  const requested: unknown[] = [];
  const scores = {
    load: (_: string, wanted: readonly unknown[]) => (isThere || wanted.length === 0 ? undefined : "The scores are not on this runtime."),
    fetch: (organisationId: string, wanted: readonly unknown[]) => {
      requested.push([organisationId, wanted]);
      isThere = true;
      return Promise.resolve();
    },
  };
  const deployments = createDeployments({
    disk: memoryLastGood(),
    gate: openGate,
    served: memoryLastGood(),
    models: noModels,
    scores,
    lists: { ...noModels, find: () => undefined },
    log,
    onChange: () => undefined,
  });
  deployments.apply(change({ ...entry, scores: [scored] }, 5));
  expect(deployments.find("v")).toBeUndefined();
  await new Promise((resolve) => setImmediate(resolve));
  expect([deployments.find("v")?.status, requested]).toEqual(["serving", [["o", [scored]]]]);
});

test("a deployment waits for the lists that it looks up", async () => {
  let isThere = false;
  const lists = {
    load: (_: string, wanted: readonly unknown[]) => (isThere || wanted.length === 0 ? undefined : "A list is not on this runtime."),
    fetch: (_: string, wanted: readonly unknown[]) => {
      isThere = wanted.length === 1;
      return Promise.resolve();
    },
    find: () => undefined,
  };
  const parts = { disk: memoryLastGood(), gate: openGate, served: memoryLastGood(), models: noModels, scores: noModels };
  const deployments = createDeployments({ ...parts, lists, log, onChange: () => undefined });
  deployments.apply(change({ ...entry, lists: [{ listId: "l" }] }, 5));
  expect(deployments.find("v")).toBeUndefined();
  await new Promise((resolve) => setImmediate(resolve));
  expect(deployments.find("v")?.status).toBe("serving");
});

test("a definition that is not the frozen one is found by its hash", () => {
  const frozen = { ...entry, hash: hash("sha256", canonicalJson(definition)) };
  expect(definitionFault(frozen)).toBeUndefined();
  // Its text may have any order of keys on the way.
  const { solutionDefinition, ...rest } = definition;
  expect(definitionFault({ ...frozen, definition: { ...rest, solutionDefinition } })).toBeUndefined();
  const swapped = { ...definition, runtimeDatasetFields: [{ key: "a", name: "a", type: "String" as const, required: false }] };
  expect(definitionFault({ ...frozen, definition: swapped })).toContain("hash");
  expect(definitionFault({ ...frozen, definition: swapped, desired: "stopped" })).toBeUndefined();
});

test("a list is used from the deployment that names it, also while that is gathered, until all such versions are stopped or deleted", async () => {
  const { deployments } = make();
  const withList = (versionId: string) => ({ ...entry, versionId, lists: [{ listId: "l" }] });
  expect(deployments.usesList("l")).toBe(false);
  for (const [at, versionId] of ["v", "w", "x"].entries()) deployments.apply(change(withList(versionId), at + 1));
  expect(deployments.usesList("l")).toBe(true);
  deployments.apply(change({ ...withList("v"), desired: "stopped" }, 4));
  deployments.apply(tombstone("w", 5));
  expect(deployments.usesList("l")).toBe(true);
  deployments.stopByPeer("x", 6);
  expect(deployments.usesList("l")).toBe(false);

  const parts = { disk: memoryLastGood(), gate: openGate, served: memoryLastGood(), models: noModels, scores: noModels };
  const lists = { load: () => "A list is missing.", fetch: () => new Promise<void>(() => undefined), find: () => undefined };
  const gathering = createDeployments({ ...parts, lists, log, onChange: () => undefined });
  gathering.apply(change(withList("v"), 1));
  expect([gathering.find("v"), gathering.usesList("l")]).toEqual([undefined, true]);
});
