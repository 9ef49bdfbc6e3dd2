import type { ComparedRecordFields } from "@airlock/contract";
import { parseDefinition, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { recordsCsv } from "./records-csv.ts";

function flow(label: string, application: readonly string[]): Definition {
  const field = (name: string) => ({ key: name, name, type: "String", required: false });
  const parsed = parseDefinition({
    solutionDefinition: {
      nodes: [{ id: "start", type: "Start", typeVersion: 1, name: "Start", label, color: "", x: 0, y: 0, ports: [] }],
      links: [],
      zoom: 100,
    },
    applicationDatasetFields: application.map(field),
    runtimeDatasetFields: [field("result")],
    applicationTestData: [],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return parsed.definition;
}

const record: ComparedRecordFields = {
  recordId: "7",
  executionWss: null,
  started: null,
  row: 7,
  outcomeLeft: "Refer",
  outcomeRight: "=HYPERLINK(1)",
  firstNode: "start",
  firstLink: "",
  carriedData: { id: "A7" },
  decidedBy: {
    left: { source: "Runtime", field: "total", value: 472 },
    operator: ">=",
    right: { source: "Literal", value: 480 },
    holds: false,
  },
  applicationData: { name: "+cmd|' /C calc'!A0", amount: "-5" },
  left: { status: "completed", outcome: "Refer", runtimeData: { result: "Refer" }, reasonCodes: ["R1", "R2"] },
};

test("a line for each record with all fields of both flows; formulas are text, numbers stay numbers", () => {
  const text = recordsCsv(
    { carry: ["id", "defaulted"], leftDefinition: flow("Begin", ["name", "old"]), rightDefinition: flow("Begin", ["name", "amount"]) },
    [record],
  );
  const [head, line, end] = text.split("\r\n");
  expect(head).toBe(
    'Record,Started,id,defaulted,From,To,First difference,Decided by,name,amount,old,"result, old","Reason codes, old","result, new","Reason codes, new"',
  );
  expect(line).toBe(`7,,A7,,Refer,'=HYPERLINK(1),Begin,"total 472, needs >= 480",'+cmd|' /C calc'!A0,-5,,Refer,R1 R2,,`);
  expect(end).toBe("");
});
