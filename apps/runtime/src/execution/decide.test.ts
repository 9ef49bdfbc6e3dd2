import { decodeGroup, encodeGroup, maxExecutionBytes, type DeploymentEntry } from "@airlock/contract";
import { newLink, newNode, type Definition } from "@airlock/flow";
import { createLog } from "@airlock/platform";
import { expect, test } from "vitest";
import { createDeployments } from "../deployment/deployments.ts";
import { memoryLastGood } from "../disk/memory-last-good.fixture.ts";
import { openGate } from "../entry/open-gate.fixture.ts";
import { createDecide, type ChallengerPassedOver, type Decided } from "./decide.ts";

/** A flow that copies one text into many fields. */
function copyingFlow(copies: number): Definition {
  const start = newNode("Start", "start", 0, 0);
  const end = newNode("End", "end", 400, 0);
  const names = Array.from({ length: copies }, (_, index) => `copy${index}`);
  const set = {
    ...newNode("SetState", "set", 200, 0),
    setFields: names.map((name) => ({
      leftHandDatasource: "Runtime" as const,
      leftHandFieldname: name,
      leftHandType: "String" as const,
      operator: "=" as const,
      rightHandDatasource: "Application" as const,
      rightHandFieldname: "text",
    })),
  };
  return {
    solutionDefinition: { nodes: [start, set, end], links: [newLink("l1", start, set), newLink("l2", set, end)], zoom: 100 },
    applicationDatasetFields: [{ key: "text", name: "text", type: "String", required: false }],
    runtimeDatasetFields: names.map((name) => ({ key: name, name, type: "String", required: false })),
    applicationTestData: [],
  };
}

const caller = { keyId: "k", callerId: "u", organisationId: "o", mayExecute: true, expires: Infinity };
const never = () => new AbortController().signal;

function deploymentsOf(...entries: readonly Partial<DeploymentEntry>[]) {
  const noModels = { load: () => undefined, fetch: () => Promise.resolve() };
  const log = createLog({ name: "test", level: "silent" });
  const deployments = createDeployments({
    disk: memoryLastGood(),
    gate: openGate,
    served: memoryLastGood(),
    models: noModels,
    scores: noModels,
    lists: { ...noModels, find: () => undefined },
    log,
    onChange: () => undefined,
  });
  for (const [index, fields] of entries.entries()) {
    const value = { versionId: "v", solutionId: "s", organisationId: "o", desired: "serving", behaviour: 1, hash: "h" } as const;
    const entry: DeploymentEntry = { ...value, definition: copyingFlow(100), ...fields };
    deployments.apply({ key: entry.versionId, revision: index + 1, value: entry, text: JSON.stringify(entry) });
  }
  return deployments;
}

const effectsFor = () => {
  throw new Error("This flow has no effects.");
};

function decideWith(limit: number) {
  const decide = createDecide({ deployments: deploymentsOf({}), effectsFor, maxExecutionBytes: () => limit, passedOver: () => undefined });
  return (text: string): Decided | Promise<Decided> =>
    decide({ caller, versionId: "v", correlationId: "c" }, JSON.stringify({ text }), never);
}

test("an execution that is larger than the log accepts is refused, with its size in bytes and the limit", () => {
  const decide = decideWith(maxExecutionBytes);
  expect(decide("\u20ac".repeat(3_000))).toHaveProperty("decision");
  const refused = decide("\u20ac".repeat(10_000));
  expect(refused).toMatchObject({ problem: { code: "EXECUTION_TOO_LARGE", details: { limit: "1,048,576" } } });
  // 101 texts of 30,000 bytes.
  expect(refused).toMatchObject({ problem: { details: { size: expect.stringMatching(/^3,03\d,\d{3}$/) as string } } });
});

test("the limit counts bytes, not characters", async () => {
  const all = await decideWith(Infinity)("\u20ac\u{1f600}x");
  if (!("decision" in all)) throw new Error("refused");
  // The line includes the duration, whose number of digits varies.
  const size = Buffer.byteLength(all.decision.line);
  expect(await decideWith(size + 20)("\u20ac\u{1f600}x")).toHaveProperty("decision");
  expect(await decideWith(size - 20)("\u20ac\u{1f600}x")).toHaveProperty("problem.code", "EXECUTION_TOO_LARGE");
});

const challenger = { rolloutId: "rollout", versionId: "v2", share: 10_000, field: "text", salt: "" };

/** Decides one input of a release with a challenger; returns the version, the logged arm, and why the challenger was skipped. */
async function decideByArm(second: Partial<DeploymentEntry>, body: string, change: Partial<typeof challenger> = {}, isLacking = false) {
  const passed: ChallengerPassedOver[] = [];
  const known = deploymentsOf({}, { versionId: "v2", hash: "h2", ...second });
  const find = (versionId: string) => {
    const found = known.find(versionId);
    return found !== undefined && isLacking && versionId === "v2" ? { ...found, status: "error" as const } : found;
  };
  const deployments = { ...known, find };
  const decide = createDecide({ deployments, effectsFor, maxExecutionBytes: () => Infinity, passedOver: (why) => passed.push(why) });
  const call = { caller, versionId: "v", challenger: { ...challenger, ...change }, correlationId: "" };
  const decided = await decide(call, body, never);
  if ("problem" in decided) return { problem: decided.problem, passed };
  const { executions } = decodeGroup(encodeGroup([decided.decision.line]));
  return { logged: executions[0], arm: decided.decision.arm, version: decided.decision.deployment.versionId, passed };
}

test("a challenger decides its share, and the arm is in the log", async () => {
  const body = '{"text":"A"}';
  const logged = { rolloutId: "rollout", arm: "challenger", versionId: "v2" };
  expect(await decideByArm({}, body)).toMatchObject({ version: "v2", arm: "challenger", passed: [], logged });
  const rest = { rolloutId: "rollout", arm: "champion", versionId: "v" };
  expect(await decideByArm({}, body, { share: 0 })).toMatchObject({ version: "v", arm: "champion", passed: [], logged: rest });
  expect(await decideByArm({}, "{}")).toMatchObject({ version: "v", passed: [], logged: rest });
});

const text = { key: "text", name: "text", type: "String", required: false } as const;
const withRequired = { ...copyingFlow(1), applicationDatasetFields: [text, { ...text, key: "more", name: "more", required: true }] };

test.each([
  ["is stopped", { desired: "stopped" as const }, "notServing"],
  ["is another organisation's", { organisationId: "other" }, "notServing"],
  ["is not known here", { versionId: "v3" }, "notServing"],
  ["does not accept the input", { definition: withRequired }, "inputInvalid"],
])("the live version decides where the challenger %s", async (_what, second, why) => {
  const logged = { rolloutId: "rollout", arm: "champion", versionId: "v" };
  expect(await decideByArm(second, '{"text":"A"}')).toMatchObject({ version: "v", passed: [why], logged });
});

test("the live version decides if the challenger lacks a model in this process", async () => {
  expect(await decideByArm({}, '{"text":"A"}', {}, true)).toMatchObject({ version: "v", arm: "champion", passed: ["notServing"] });
});

test("a problem of the call is reported for the live version", async () => {
  expect(await decideByArm({}, "{")).toMatchObject({ problem: { code: "BODY_NOT_JSON" } });
  expect(await decideByArm({}, '{"text":1}')).toMatchObject({ problem: { code: "INPUT_INVALID" }, passed: [] });
});
