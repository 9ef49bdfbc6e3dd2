import { emptyDefinition, newLink, newNode, type Definition, type FlowNode, type SetStateNode, type SubFlowNode } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { newOrganisation } from "../testing/person.ts";

const { api, root, admin } = await apiInOrganisation("Sub-flows");

function inARow(middle: FlowNode, more: Partial<Definition> = {}): Definition {
  const start = newNode("Start", "start", 0, 0);
  const end = newNode("End", "end", 400, 0);
  return {
    ...emptyDefinition(),
    solutionDefinition: { nodes: [start, middle, end], links: [newLink("a", start, middle), newLink("b", middle, end)], zoom: 100 },
    applicationDatasetFields: [{ key: "income", name: "income", type: "Integer", required: true }],
    runtimeDatasetFields: [{ key: "limit", name: "limit", type: "Integer", required: false }],
    ...more,
  };
}

/** The limit is the income and `bonus`. */
function callee(bonus: string): Definition {
  const setter = { leftHandDatasource: "Runtime", leftHandFieldname: "limit", leftHandType: "Integer" } as const;
  const set: SetStateNode = {
    ...newNode("SetState", "set", 200, 0),
    setFields: [
      { ...setter, operator: "=", rightHandDatasource: "Application", rightHandFieldname: "income" },
      { ...setter, operator: "+=", rightHandDatasource: "Literal", rightHandFieldname: bonus },
    ],
  };
  return inARow(set);
}

/** Runs the version and takes its limit; `sent` is what a client sends of the version beside its id. */
function caller(versionId: string, sent: object = {}): Definition {
  const call: SubFlowNode = {
    ...newNode("SubFlow", "call", 200, 0),
    versionId,
    versionName: "Limits",
    subFlowInputs: [{ field: "income", datasource: "Application", fieldKey: "income" }],
    subFlowOutputs: [{ field: "limit", resultField: "limit" }],
  };
  const subFlows = [{ versionId, ...sent }] as unknown as Definition["subFlows"] & {};
  return inARow(call, { subFlows });
}

async function solutionOf(definition: Definition, person = admin): Promise<{ readonly solutionId: string }> {
  const { _embedded } = await person.must("solutions.create", { body: { name: `Limits ${newId()}`, definition } });
  return { solutionId: _embedded.webSafeString };
}

async function versionOf(definition: Definition, person = admin) {
  const at = await solutionOf(definition, person);
  const { _embedded } = await person.must("solution.versions.create", { at, body: {} });
  return { at, versionId: _embedded.webSafeString, name: _embedded.versionName, behaviour: _embedded.behaviour };
}

test("a definition gets the stored versions of its sub-flows, whatever the client sent of them", async () => {
  const { versionId, at: called, name } = await versionOf(callee("10"));
  const at = await solutionOf(caller(versionId, { solutionName: "Forged", behaviour: 1, definition: callee("1000000") }));
  const { _embedded: saved } = await admin.must("definition.read", { at });
  expect(saved.errors).toEqual([]);
  expect(saved.subFlows).toMatchObject([{ versionId, name, solutionId: called.solutionId }]);
  const { _embedded: executed } = await admin.must("solution.execute", { at, body: { income: 5 } });
  expect(executed).toMatchObject({ status: "completed", runtimeData: { limit: 15 } });
  await admin.must("definition.update", { at, body: caller(versionId, { definition: callee("1000000") }) });
  const { _embedded: again } = await admin.must("solution.execute", { at, body: { income: 5 } });
  expect(again).toMatchObject({ runtimeData: { limit: 15 }, linksTaken: ["a", "b", "call/a", "call/b"] });
});

test("a version with sub-flows needs behaviour 5 and has their copies", async () => {
  const { versionId } = await versionOf(callee("10"));
  const outer = await versionOf(caller(versionId));
  expect(outer.behaviour).toBe(5);
  const { _embedded: frozen } = await admin.must("version.definition", { at: { versionId: outer.versionId } });
  expect(frozen.subFlows?.[0]?.definition.solutionDefinition.nodes.map(({ id }) => id)).toEqual(["start", "set", "end"]);
});

test("a solution is not used inside itself", async () => {
  const inner = await versionOf(callee("10"));
  const outer = await versionOf(caller(inner.versionId));
  for (const versionId of [inner.versionId, outer.versionId]) {
    const refused = await api.ask(admin.token, "definition.update", { at: inner.at, body: caller(versionId) });
    expect(refused.json()).toMatchObject({ code: "INVALID_REQUEST", problems: [{ field: "subFlows", code: "SUB_FLOW_CYCLE" }] });
  }
});

test("a version of another organisation is no sub-flow", async () => {
  const stranger = await newOrganisation(api, root, "Other limits");
  const { versionId } = await versionOf(callee("10"), stranger);
  const at = await solutionOf(caller(versionId));
  const { _embedded: saved } = await admin.must("definition.read", { at });
  expect(saved.subFlows).toBeUndefined();
  expect(saved.errors).toMatchObject([{ code: "SUB_FLOW_UNKNOWN", nodeId: "call" }]);
});
