import { decodeGroup, encodeGroup, type LoggedShadow, type ShadowEntry } from "@airlock/contract";
import { compile, encodeRecord, evaluateWithEffects, expandRecord, readInput, type Plan } from "@airlock/engine";
import { emptyDefinition, newLink, newNode, type SetStateNode, type WebCallNode } from "@airlock/flow";
import { createLog } from "@airlock/platform";
import { expect, test } from "vitest";
import type { Deployment } from "../deployment/deployments.ts";
import type { Decision } from "../execution/decide.ts";
import type { LogEntry, Stored } from "../execution/execution-log.ts";
import { createShadows, type ShadowsOptions } from "./shadows.ts";

const log = createLog({ name: "test", level: "silent" });
const shadow: ShadowEntry = { rolloutId: "rollout", versionId: "v2", share: 10_000 };

/** A flow that sets the field `decision` to a text, after a web call if there is a URL. */
function flow(decision: string, url?: string): Plan {
  const set: SetStateNode = {
    ...newNode("SetState", "set", 0, 0),
    setFields: [
      {
        leftHandDatasource: "Runtime",
        leftHandFieldname: "decision",
        leftHandType: "String",
        operator: "=",
        rightHandDatasource: "Literal",
        rightHandFieldname: decision,
      },
    ],
  };
  const call: WebCallNode[] = url === undefined ? [] : [{ ...newNode("WebCall", "call", 0, 0), url }];
  const nodes = [newNode("Start", "start", 0, 0), ...call, set, newNode("End", "end", 0, 0)];
  const compiled = compile({
    ...emptyDefinition(),
    solutionDefinition: { nodes, links: nodes.slice(1).map((node, at) => newLink(`l${at}`, nodes[at] ?? node, node)), zoom: 100 },
    applicationDatasetFields: [{ key: "id", name: "id", type: "String", required: true }],
    runtimeDatasetFields: [{ key: "decision", name: "decision", type: "String", required: false }],
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.findings));
  return compiled.plan;
}

const live = flow("Approved", "https://bureau.test/");

function deployment(versionId: string, plan: Plan | undefined, organisationId = "org"): Deployment {
  const status = plan === undefined ? "stopped" : "serving";
  const list = () => undefined;
  return {
    versionId,
    solutionId: "loans",
    organisationId,
    hash: "",
    revision: 1,
    status,
    message: undefined,
    plan,
    callsOthers: false,
    list,
  };
}

let made = 0;

async function decisionOf({ plan = live, organisationId = "org", id = "A-1", fails = "" } = {}): Promise<Decision> {
  const read = readInput(plan, { id });
  if (!read.ok) throw new Error("The input is wrong.");
  const webCall = () => (fails === "" ? Promise.resolve({ status: 200, body: "{}" }) : Promise.reject(new Error(fails)));
  const effects = { webCall, predict: () => ({ score: 0, reasonCodes: [] }) };
  const execution = await evaluateWithEffects(plan, read.input, effects, new AbortController().signal);
  const record = encodeRecord(execution);
  made += 1;
  return {
    executionId: `execution${made}`,
    deployment: deployment("v1", plan, organisationId),
    execution,
    started: 1_700_000_000_000,
    durationMicros: 1,
    arm: "",
    record,
    line: record,
  };
}

function make({
  plan,
  stored = () => "durable",
  ...options
}: Partial<ShadowsOptions> & { readonly plan?: Plan; readonly stored?: () => Stored } = {}) {
  const lines: string[] = [];
  const ids: string[] = [];
  const counted: string[] = [];
  const shadows = createShadows({
    deployments: { find: (versionId) => (versionId === "v2" ? deployment("v2", plan) : undefined) },
    effectsFor: () => ({ predict: () => ({ score: 0, reasonCodes: [] }) }),
    executionLog: {
      append: (entry: LogEntry) => {
        lines.push(entry.line);
        ids.push(entry.executionId);
        entry.done(stored());
      },
    },
    maxLineBytes: () => 1_000_000,
    metrics: { decided: (result) => counted.push(result), dropped: (why) => counted.push(why) },
    log,
    ...options,
  });
  const logged = (): readonly LoggedShadow[] => decodeGroup(encodeGroup(lines)).shadows;
  return { shadows, logged, ids, counted };
}

test("a shadow decides after the response, and its line has both outcomes, with its execution record if they differ", async () => {
  const declining = flow("Declined", "https://bureau.test/");
  const { shadows, logged, ids, counted } = make({ plan: declining });
  const decision = await decisionOf();
  shadows.offer(shadow, decision);
  expect(logged()).toEqual([]);
  await shadows.settle();
  const [line] = logged();
  expect(line).toMatchObject({
    rolloutId: "rollout",
    executionId: decision.executionId,
    liveVersionId: "v1",
    shadowVersionId: "v2",
    solutionId: "loans",
    organisationId: "org",
    started: 1_700_000_000_000,
    isComparable: true,
    dropped: 0,
    liveStatus: "completed",
    shadowStatus: "completed",
    liveOutcome: "Approved",
    shadowOutcome: "Declined",
  });
  expect(expandRecord(declining, line?.record ?? "").applicationData).toEqual({ id: "A-1" });
  // JetStream would drop a second message with the id of the execution's own group.
  expect(ids).toEqual([`shadow-${decision.executionId}`]);
  expect(counted).toEqual(["changed"]);
});

test("the same outcome is logged without an execution record, and a failure of both is the same outcome", async () => {
  const { shadows, logged, counted } = make({ plan: flow("Approved", "https://bureau.test/") });
  shadows.offer(shadow, await decisionOf());
  shadows.offer(shadow, await decisionOf({ fails: "no response" }));
  await shadows.settle();
  expect(logged()).toMatchObject([
    { liveOutcome: "Approved", shadowOutcome: "Approved", record: "" },
    { liveStatus: "failed", shadowStatus: "failed", liveOutcome: "Failed", shadowOutcome: "Failed", record: "" },
  ]);
  expect(counted).toEqual(["same", "same"]);
});

test("a shadow that needs an effect that the live version did not record is not comparable", async () => {
  const { shadows, logged, counted } = make({ plan: flow("Approved", "https://elsewhere.test/") });
  shadows.offer(shadow, await decisionOf());
  await shadows.settle();
  expect(logged()).toMatchObject([{ isComparable: false, liveOutcome: "Approved", shadowStatus: "", shadowOutcome: "", record: "" }]);
  expect(counted).toEqual(["notComparable"]);
});

test("a share of the inputs is decided, and none whose caller disconnected", async () => {
  const draws = [0, 0.24, 0.25, 0.9];
  const { shadows, logged } = make({ plan: flow("Approved"), random: () => draws.shift() ?? 0 });
  for (let call = 0; call < 4; call += 1) shadows.offer({ ...shadow, share: 2_500 }, await decisionOf());
  await shadows.settle();
  expect(logged()).toHaveLength(2);
  const left = await decisionOf();
  shadows.offer(shadow, { ...left, execution: { ...left.execution, error: { code: "CANCELLED", nodeId: "call", message: "" } } });
  await shadows.settle();
  expect(logged()).toHaveLength(2);
});

test("the queue is limited in inputs and bytes, in total and per organisation; the next line has the dropped count", async () => {
  const { shadows, logged, counted } = make({ plan: flow("Approved"), limits: { inputs: 8, characters: 1_000 } });
  for (let call = 0; call < 6; call += 1) shadows.offer(shadow, await decisionOf());
  expect([shadows.waiting(), counted]).toEqual([4, ["queueFull", "queueFull"]]);
  shadows.offer({ ...shadow, rolloutId: "other" }, await decisionOf({ organisationId: "org2" }));
  shadows.offer(shadow, await decisionOf({ organisationId: "org3", id: "x".repeat(600) }));
  expect(shadows.waiting()).toBe(5);
  await shadows.settle();
  // The other organisation has no such version.
  expect(logged().map(({ dropped }) => dropped)).toEqual([3, 0, 0, 0]);
  shadows.offer({ ...shadow, rolloutId: "other" }, await decisionOf());
  for (let call = 0; call < 4; call += 1) shadows.offer(shadow, await decisionOf());
  await shadows.settle();
  expect(
    logged()
      .slice(4)
      .map(({ rolloutId, dropped }) => [rolloutId, dropped]),
  ).toContainEqual(["other", 1]);
  expect(shadows.waiting()).toBe(0);
});

test("organisations share the bytes of the queue", async () => {
  const { shadows, counted } = make({ plan: flow("Approved"), limits: { inputs: 100, characters: 1_000 } });
  for (const organisationId of ["org", "org2", "org3"]) shadows.offer(shadow, await decisionOf({ organisationId, id: "x".repeat(350) }));
  expect([shadows.waiting(), counted]).toEqual([2, ["queueFull"]]);
  await shadows.settle();
});

test("a version that does not serve here is counted, and so is a line that could not be stored", async () => {
  const absent = make();
  absent.shadows.offer(shadow, await decisionOf());
  await absent.shadows.settle();
  expect([absent.counted, absent.logged()]).toEqual([["notServing"], []]);
  const answers: Stored[] = ["notStored", "unknown", "durable"];
  const failing = make({ plan: flow("Approved"), stored: () => answers.shift() ?? "durable" });
  for (let call = 0; call < 3; call += 1) failing.shadows.offer(shadow, await decisionOf());
  await failing.shadows.settle();
  expect(failing.counted).toEqual(["notStored", "notStored", "same"]);
  expect(failing.logged().map(({ dropped }) => dropped)).toEqual([0, 1, 2]);
});

test("an execution record that is too large for the log is omitted", async () => {
  const { shadows, logged } = make({ plan: flow("Declined"), maxLineBytes: () => 300 });
  shadows.offer(shadow, await decisionOf({ id: "x".repeat(500) }));
  await shadows.settle();
  expect(logged()).toMatchObject([{ shadowOutcome: "Declined", record: "" }]);
});

test("calls are answered between slices", async () => {
  const { shadows } = make({ plan: flow("Approved") });
  const decision = await decisionOf();
  for (let call = 0; call < 4_000; call += 1) shadows.offer(shadow, decision);
  const turns: number[] = [];
  let isOver = false;
  const look = () => {
    turns.push(shadows.waiting());
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await shadows.settle();
  isOver = true;
  // Each turn of the event loop decided some of them and none decided all.
  expect(new Set(turns).size).toBeGreaterThan(2);
});
