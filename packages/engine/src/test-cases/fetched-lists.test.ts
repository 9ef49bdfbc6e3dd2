import { emptyDefinition, newLink, newNode, type Definition, type FlowList, type LookupNode, type TestCase } from "@airlock/flow";
import { expect, test } from "vitest";
import { runCasesFetching, type FetchRows } from "./fetched-lists.ts";

const regions: FlowList = {
  listId: "l1",
  name: "Regions",
  keyType: "String",
  columns: [
    { name: "region", type: "String" },
    { name: "open", type: "Boolean" },
    { name: "since", type: "Date" },
  ],
};

/** Looks the region of a country up, and then the region of that. */
function flow(): Definition {
  const look = (id: string, source: "Application" | "Runtime", keyField: string, result: string): LookupNode => ({
    ...newNode("Lookup", id, 0, 0),
    list: "Regions",
    keyDatasource: source,
    keyField,
    lookupOutputs: [
      { column: "region", resultField: result },
      { column: "open", resultField: `${result}_open` },
      { column: "since", resultField: `${result}_since` },
    ],
    foundField: "",
  });
  const [start, first, second, end] = [
    newNode("Start", "start", 0, 0),
    look("a", "Application", "country", "one"),
    look("b", "Runtime", "one", "two"),
    newNode("End", "end", 0, 0),
  ];
  const outputs = ["one", "two"].flatMap((name) => [
    { key: name, name, type: "String" as const, required: false },
    { key: `${name}_open`, name: `${name}_open`, type: "Boolean" as const, required: false },
    { key: `${name}_since`, name: `${name}_since`, type: "Date" as const, required: false },
  ]);
  return {
    ...emptyDefinition(),
    solutionDefinition: {
      nodes: [start, first, second, end],
      links: [newLink("l1", start, first), newLink("l2", first, second), newLink("l3", second, end)],
      zoom: 100,
    },
    applicationDatasetFields: [{ key: "country", name: "country", type: "String", required: false }],
    runtimeDatasetFields: outputs,
    lists: [regions],
  };
}

const rows: Readonly<Record<string, readonly (string | boolean | null)[]>> = {
  BE: ["EU", true, "2024-02-29"],
  EU: ["World", false, null],
};

function caseOf(id: string, country: string, runtimeData: TestCase["expect"]["runtimeData"]): TestCase {
  return { id, name: id, input: { country }, expect: { status: "completed", runtimeData } };
}

test("keys are fetched together, and what was found is looked up in turn", async () => {
  const fetched: (readonly string[])[] = [];
  const fetch: FetchRows = (_, keys) => {
    fetched.push(keys);
    return Promise.resolve({ version: 3, rows: keys.flatMap((key) => (rows[key] === undefined ? [] : [{ key, values: rows[key] }])) });
  };
  const found = { one: "EU", one_open: true, one_since: "2024-02-29", two: "World", two_open: false };
  const run = await runCasesFetching(flow(), [caseOf("known", "BE", found), caseOf("other", "NL", {})], fetch);
  const passed = run.ok ? [...run.runs].map(([id, one]) => [id, one.passed]) : run.findings;
  expect(passed).toEqual([
    ["known", true],
    ["other", true],
  ]);
  expect(fetched).toEqual([["BE", "NL"], ["EU"]]);
});

test("executions fail where a list cannot be read", async () => {
  const run = await runCasesFetching(flow(), [caseOf("known", "BE", {})], () => Promise.resolve(undefined));
  const one = run.ok ? run.runs.get("known") : undefined;
  expect(one?.ran === true && one.execution.error?.code).toBe("LIST_UNAVAILABLE");
});
