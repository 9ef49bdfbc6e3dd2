import { executionResource } from "@airlock/contract";
import { compile, type Execution } from "@airlock/engine";
import { newLink, newNode, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { answerText } from "./answer.ts";

const ids = { versionId: "01J00000000000000000000001", solutionId: "01J00000000000000000000002" };

const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 200, 0)];
const flow: Definition = {
  solutionDefinition: { nodes: [start, end], links: [newLink("l1", start, end)], zoom: 100 },
  applicationDatasetFields: [],
  runtimeDatasetFields: [],
  applicationTestData: [],
};

function reasonsOf(reasonTexts: Readonly<Record<string, string>>, reasonCodes: readonly string[]) {
  const compiled = compile({ ...flow, reasonTexts });
  if (!compiled.ok) throw new Error("The flow does not compile.");
  const deployment = { ...ids, organisationId: "o", name: "n", callsOthers: false, plan: compiled.plan };
  const execution = { status: "completed", runtimeData: {}, reasonCodes } as unknown as Execution;
  const decision = { executionId: "01J00000000000000000000003", deployment, execution, started: 0, durationMicros: 1, line: "" };
  const answer = answerText(decision as unknown as Parameters<typeof answerText>[0], "01J00000000000000000000004");
  return executionResource.parse(JSON.parse(answer))._embedded.reasons;
}

test("reason codes have their texts, each once; a version without texts has no reasons", () => {
  const texts = { R01: 'Income is "low"', R02: "Young" };
  expect(reasonsOf(texts, ["R01", "R09", "R01"])).toEqual([{ code: "R01", text: 'Income is "low"' }, { code: "R09" }]);
  expect(reasonsOf(texts, [])).toEqual([]);
  expect(reasonsOf({}, ["R01"])).toBeUndefined();
});
