import { maxExecutionBytes } from "@airlock/contract";
import { newLink, newNode, type Definition } from "@airlock/flow";
import { createLog } from "@airlock/platform";
import { expect, test } from "vitest";
import { createDeployments } from "../deployment/deployments.ts";
import { memoryLastGood } from "../disk/memory-last-good.fixture.ts";
import { openGate } from "../entry/open-gate.fixture.ts";
import { createDecide, type Decided } from "./decide.ts";

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

function decideWith(limit: number) {
  const noModels = { load: () => undefined, fetch: () => Promise.resolve() };
  const log = createLog({ name: "test", level: "silent" });
  const deployments = createDeployments({
    disk: memoryLastGood(),
    gate: openGate,
    served: memoryLastGood(),
    models: noModels,
    scores: noModels,
    log,
    onChange: () => undefined,
  });
  const value = { versionId: "v", solutionId: "s", organisationId: "o", desired: "serving", behaviour: 1, hash: "h" } as const;
  const entry = { ...value, definition: copyingFlow(100) };
  deployments.apply({ key: "v", revision: 1, value: entry, text: JSON.stringify(entry) });
  const effectsFor = () => {
    throw new Error("This flow has no effects.");
  };
  const decide = createDecide({ deployments, effectsFor, maxExecutionBytes: () => limit });
  const caller = { keyId: "k", callerId: "u", organisationId: "o", mayExecute: true, expires: Infinity };
  return (text: string): Decided | Promise<Decided> =>
    decide({ caller, versionId: "v", correlationId: "c" }, JSON.stringify({ text }), () => new AbortController().signal);
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
  // The duration is part of the line, so its digits are left open.
  const size = Buffer.byteLength(all.decision.line);
  expect(await decideWith(size + 20)("\u20ac\u{1f600}x")).toHaveProperty("decision");
  expect(await decideWith(size - 20)("\u20ac\u{1f600}x")).toHaveProperty("problem.code", "EXECUTION_TOO_LARGE");
});
