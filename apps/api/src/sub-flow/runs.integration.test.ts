import { actionNamed, basePath, expandPath } from "@airlock/contract";
import { newLink, newNode, type Definition, type WebCallNode } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { compared } from "../testing/comparisons.ts";
import { fileBody, imported, uploadFile } from "../testing/datasources.ts";
import { newExperiment, ran } from "../testing/experiments.ts";
import { rememberExecutions } from "../testing/past-execution.ts";
import { newColleague } from "../testing/person.ts";
import { keyArrived, keyFor } from "../testing/specimens.ts";
import { callOf, graded, grading, inARow, solutionOf, versionOf } from "../testing/sub-flows.ts";
import { setting } from "../testing/test-api.ts";
import { until } from "../testing/until.ts";

const { api, admin } = await apiInOrganisation("Runs of sub-flows");

/** Incomes 10, 20 and so on to 500. */
async function incomes(): Promise<string> {
  const lines = Array.from({ length: 50 }, (_, at) => String(10 * (at + 1)));
  const file = await uploadFile(admin, `Incomes ${newId()}.csv`, `income\n${lines.join("\n")}\n`);
  const { _embedded } = await admin.must("datasources.create", { body: await fileBody(admin, file) });
  await imported(admin, _embedded.importWss ?? "");
  return _embedded.webSafeString;
}

test("a runtime decides with sub-flows; the trace and the heat map show what happened inside, also after the callee is deleted", async () => {
  const inner = await versionOf(admin, grading("100"));
  const outer = await versionOf(admin, graded(inner.versionId));
  await admin.must("version.deploy", { at: { versionId: outer.versionId } });
  await admin.must("solution.delete", { at: inner.at });
  const key = await keyFor(admin);
  const path = expandPath(actionNamed("version.execute").path, { versionId: outer.versionId });
  const address = `http://127.0.0.1:${setting("AIRLOCK_RUNTIME_PORT")}${basePath}${path}`;
  await keyArrived(address, key);
  const decide = async (income: number) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await fetch(address, { method: "POST", headers, body: JSON.stringify({ income }) });
    return (await response.json()) as { readonly _embedded: { readonly webSafeString: string } };
  };
  const low = await decide(50);
  expect(low).toMatchObject({ _embedded: { status: "completed", runtimeData: { points: 5, level: "low" }, reasonCodes: ["LOW"] } });
  for (const income of [100, 200]) expect(await decide(income)).toMatchObject({ _embedded: { runtimeData: { level: "high" } } });

  const executionId = low._embedded.webSafeString;
  const trace = await until(async () => {
    const response = await api.ask(admin.token, "execution.read", { at: { executionId } });
    return response.statusCode === 200 ? response.json<{ _embedded: { steps: { nodeId: string }[] } }>()._embedded : undefined;
  });
  expect(trace).toMatchObject({ status: "completed", linksTaken: ["a", "b", "call/in", "call/toLow", "call/fromLow"] });
  expect(trace.steps.map(({ nodeId }) => nodeId)).toEqual(["start", "call/start", "call/score", "call/low", "call/end", "call", "end"]);

  const heat = await until(async () => {
    const { _embedded } = await admin.must("version.heat", { at: { versionId: outer.versionId } });
    return _embedded.total === 3 ? _embedded : undefined;
  });
  const counts = Object.fromEntries(heat.nodes.map(({ id, count }) => [id, count]));
  expect(counts).toMatchObject({ start: 3, call: 3, "call/start": 3, "call/score": 3, "call/high": 2, "call/low": 1, "call/end": 3 });
  expect(heat.links.find(({ id }) => id === "call/toHigh")).toMatchObject({ count: 2 });
});

test("an experiment runs sub-flows as SQL; thresholds inside them can be moved", async () => {
  const inner = await versionOf(admin, grading("100"));
  const experimentId = await newExperiment(admin, graded(inner.versionId), await incomes(), "all");
  const { _embedded: started } = await admin.must("experiment.run", { at: { experimentId } });
  const at = { experimentResultId: started.webSafeString };
  const result = await ran(admin, at.experimentResultId);
  expect([result.status, result.message, result.resultsCount]).toEqual(["done", "", 50]);
  const { _embedded: heat } = await admin.must("experimentResult.heat", { at });
  expect(heat.nodes.find(({ id }) => id === "call/low")).toMatchObject({ count: 9 });
  const { _embedded: trace } = await admin.must("experimentResult.record", { at: { ...at, row: "1" } });
  expect(trace).toMatchObject({ outcome: "completed", runtimeData: { points: 5, level: "low" } });
  const move = (path: string) => ({ id: "call/score", path, value: "205" });
  const body = {
    changes: [move("ranges.0.rangeTo"), move("ranges.1.rangeFrom")],
    focus: "call/score",
    values: [{ node: "call/low", field: "application.income" }],
  };
  const { _embedded: whatIf } = await admin.must("experimentResult.whatIf", { at, body });
  expect(whatIf.moves).toContainEqual({ from: "high", to: "low", count: 11 });
  expect(whatIf.focus).toMatchObject({
    id: "call/score",
    field: "income",
    bands: [
      { before: 9, after: 20 },
      { before: 41, after: 30 },
    ],
    unmatched: { before: 0, after: 0 },
  });
  const counted = whatIf.values[0]?.bins.flat() ?? [];
  expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(20);
});

test("versions that use different versions of a sub-flow are compared, down to the number inside that turns the outcome", async () => {
  const inner = await versionOf(admin, grading("100"));
  await admin.must("definition.update", { at: inner.at, body: grading("205") });
  const { _embedded: second } = await admin.must("solution.versions.create", { at: inner.at, body: {} });
  const outer = await versionOf(admin, graded(inner.versionId));
  await admin.must("definition.update", { at: outer.at, body: graded(second.webSafeString) });
  const { _embedded: newer } = await admin.must("solution.versions.create", { at: outer.at, body: {} });
  const { at, fields } = await compared(admin, {
    left: { versionWss: outer.versionId },
    right: { versionWss: newer.webSafeString },
    over: {
      datasourceId: await incomes(),
      fieldMapping: [{ key: "income", value: "income", useDatasource: true }],
      records: "all",
    },
    outcomeField: "level",
  });
  expect([fields.status, fields.message]).toEqual(["done", ""]);
  expect(fields.summary).toMatchObject({ compared: 50, changed: 11 });
  expect(fields.summary?.nodes).toContainEqual({ id: "call/low", left: 9, right: 20 });
  const { _embedded: record } = await admin.must("comparison.record", { at: { ...at, recordId: "15" } });
  expect([record.left?.runtimeData, record.right?.runtimeData]).toMatchObject([{ level: "high" }, { level: "low" }]);
  expect(record).toMatchObject({ firstNode: "call/score" });
  expect(record.turn).toMatchObject({ id: "call/score", stays: 150, turns: 151 });

  const { _embedded: definition } = await admin.must("version.definition", { at: { versionId: outer.versionId } });
  const past = { organisationId: admin.organisationId, versionId: outer.versionId, definition };
  await rememberExecutions([50, 150, 300].map((income) => ({ ...past, input: { income } })));
  const [start, end] = [-3_600_000, 3_600_000].map((millis) => new Date(Date.now() + millis).toISOString());
  const sides = { left: { versionWss: outer.versionId }, right: { versionWss: newer.webSafeString } };
  const { fields: again } = await compared(admin, { ...sides, over: { executions: { start, end } }, outcomeField: "level" });
  expect(again.summary).toMatchObject({ compared: 3, changed: 1 });
  expect(again.summary?.links).toContainEqual({ id: "call/toLow", left: 1, right: 2 });
});

test("using a version whose web calls have secrets needs the permission to use secrets", async () => {
  const name = `Partner_${newId()}`;
  await admin.must("secrets.create", { body: { name, hosts: ["api.example.com"], value: "canary-of-a-partner" } });
  const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 400, 0)];
  const web: WebCallNode = {
    ...newNode("WebCall", "web", 200, 0),
    url: "https://api.example.com/score",
    headers: [{ key: "Authorization", value: `Bearer \${secret.${name}}` }],
    responseMapping: [{ datasetType: "runtime", fieldName: "limit", param: "$.limit" }],
  };
  const calling: Definition = {
    ...inARow(web),
    solutionDefinition: { nodes: [start, web, end], links: [newLink("a", start, web), newLink("b", web, end)], zoom: 100 },
  };
  const inner = await versionOf(admin, calling);
  const outer = inARow(callOf(inner.versionId, ["limit"]));
  const designer = await newColleague(api, admin, ["solutions.list", "solutions.create", "solution.update", "versions.list"]);
  const at = await solutionOf(designer, inARow(newNode("SetState", "set", 0, 0)));
  const refused = { code: "SECRET_NOT_PERMITTED", problems: [{ field: "call/web" }] };
  expect((await api.ask(designer.token, "definition.update", { at, body: outer })).json()).toMatchObject(refused);
  expect((await api.ask(designer.token, "solutions.create", { body: { name: "Copy", definition: outer } })).json()).toMatchObject(refused);
  // Once a user with the permission has saved it, others may save it again and freeze it, as with web calls of the flow itself.
  await admin.must("definition.update", { at, body: outer });
  await designer.must("definition.update", { at, body: outer });
  await designer.must("solution.versions.create", { at, body: {} });
});

test("the gate of link coverage counts links inside sub-flows", async () => {
  const inner = await versionOf(admin, grading("100"));
  const one = (id: string, income: string, level: string) => ({
    id,
    name: id,
    input: { income },
    expect: { status: "completed" as const, runtimeData: { level } },
  });
  const outer = await versionOf(admin, { ...graded(inner.versionId), testCases: [one("low", "50", "low")] });
  await admin.must("solution.releasePolicy.update", {
    at: outer.at,
    body: { approvals: 0, ownApproval: true, gates: { linkCoverage: 80 } },
  });
  const request = await admin.must("solution.releaseRequests.create", { at: outer.at, body: { versionWss: outer.versionId } });
  const gates = await until(async () => {
    const at = { releaseRequestId: request._embedded.webSafeString };
    const { _embedded } = await admin.must("releaseRequest.read", { at });
    return _embedded.gates.length > 0 ? _embedded.gates : undefined;
  });
  expect(gates).toMatchObject([{ gate: "linkCoverage", value: "71.4%", reason: "5 of 7 links are taken by a test case." }]);
});
