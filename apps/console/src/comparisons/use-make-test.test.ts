import type { TracedRecordFields } from "@airlock/contract";
import { parseDefinition } from "@airlock/flow";
import { expect, test } from "vitest";
import { withCase } from "./use-make-test.ts";

const parsed = parseDefinition({
  solutionDefinition: { nodes: [], links: [], zoom: 100 },
  applicationDatasetFields: [
    { key: "a", name: "age", type: "Integer", required: true },
    { key: "n", name: "note", type: "String", required: false },
  ],
  runtimeDatasetFields: [{ key: "r", name: "result", type: "String", required: false }],
  applicationTestData: [],
});
const record: TracedRecordFields = {
  recordId: "12",
  executionWss: null,
  started: null,
  row: 12,
  outcomeLeft: "Refer",
  outcomeRight: "Approve",
  firstNode: "",
  firstLink: "",
  carriedData: {},
  applicationData: { age: 30, note: "", gone: "x" },
  right: {
    status: "completed",
    outcome: "Approve",
    runtimeData: { result: "Approve" },
    reasonCodes: ["R1"],
    linksTaken: [],
    steps: [],
    executionEvents: [],
  },
};

test("the input becomes the input of the case, the new result the expected one; fields that no longer exist are left out", () => {
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  const made = withCase(withCase(parsed.definition, record, "one") ?? parsed.definition, record, "two");
  expect(made?.testCases?.map(({ id }) => id)).toEqual(["one", "two"]);
  expect(made?.testCases?.[0]).toMatchObject({
    name: "Record 12",
    // An empty text is a value: a text that was not sent is missing.
    input: { age: 30, note: "" },
    expect: { status: "completed", runtimeData: { result: "Approve" }, reasonCodes: ["R1"] },
  });
  // A row of a datasource has no execution to link to.
  expect(made?.testCases?.[0]?.executionId).toBeUndefined();
  expect(withCase(parsed.definition, { ...record, executionWss: "E1" })?.testCases?.[0]?.executionId).toBe("E1");
  const { right: _gone, ...erased } = record;
  expect(withCase(parsed.definition, erased)).toBeUndefined();
});
