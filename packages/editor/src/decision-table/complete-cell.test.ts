import { newCondition, newNode, type ConditionItem, type DecisionTableNode, type Definition, type FlowNode } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { documentOf } from "../document/flow-document.ts";
import { workbench } from "../testing/workbench.ts";
import { columnValues, completions } from "./complete-cell.ts";

const table = (id: string, properties: Partial<DecisionTableNode>): DecisionTableNode => ({
  ...newNode("DecisionTable", id, 0, 0),
  ...properties,
});
const rows = (...cells: readonly (readonly [string, string, string])[]) =>
  cells.map(([input, output, reasonCode], index) => ({ id: `r${index}`, inputs: [input], outputs: [output], reasonCode }));

/** A solution with these nodes, whose fields are country, age and result. */
function solution(nodes: readonly FlowNode[], more: Partial<Definition> = {}): Definition {
  const definition = workbench();
  return {
    ...definition,
    solutionDefinition: { ...definition.solutionDefinition, nodes, links: [] },
    applicationDatasetFields: [
      { key: "f_country", name: "country", type: "String", required: true },
      { key: "f_age", name: "age", type: "Integer", required: true },
      { key: "f_owner", name: "owner", type: "Boolean", required: true },
    ],
    runtimeDatasetFields: [{ key: "f_result", name: "result", type: "String", required: false }],
    applicationTestData: [],
    testCases: [],
    ...more,
  };
}
const byCountry: Partial<DecisionTableNode> = {
  inputColumns: [{ id: "i0", formula: "application.f_country" }],
  outputColumns: [{ id: "o0", resultField: "f_result" }],
};
const condition = (properties: Partial<ConditionItem>): ConditionItem => ({
  ...newCondition(),
  leftHandDatasource: "Application",
  leftHandFieldname: "f_country",
  ...properties,
});

describe("values of a column", () => {
  test("are the texts of its own cells, the most frequent cells first, then those of other tables, conditions, test data and cases", () => {
    const own = table("own", { ...byCountry, tableRows: rows(["NL, BE", "A", ""], ["DE", "A", ""], ["DE", "B", ""], ["-", "C", ""]) });
    const other = table("other", { ...byCountry, tableRows: rows(['"Bosnia, Herzegovina", NL', "A", ""]) });
    const rule: FlowNode = {
      ...newNode("EasyRule", "rule", 0, 0),
      conditionFields: [
        condition({ operator: "in", rightHandValues: ["AT", "BE"] }),
        condition({ operator: "==", rightHandDatasource: "Literal", rightHandFieldname: "FR" }),
        condition({ leftHandFieldname: "f_age", rightHandFieldname: "18" }),
      ],
    };
    const document = documentOf(
      solution([own, other, rule], {
        applicationTestData: [
          { name: "country", value: "ES" },
          { name: "age", value: "33" },
        ],
        testCases: [{ id: "c", name: "c", input: { country: "PL" }, expect: { runtimeData: {} } }],
      }),
    );
    expect(columnValues(document, own, 0)).toEqual(["DE", "NL", "BE", '"Bosnia, Herzegovina"', "AT", "FR", "ES", "PL"]);
  });

  test("of numbers are whole cells; of Booleans both", () => {
    const own = table("own", {
      inputColumns: [
        { id: "i0", formula: "application.f_age" },
        { id: "i1", formula: "application.f_owner" },
      ],
      tableRows: [{ id: "r0", inputs: ["[18..65)", "-"], outputs: [], reasonCode: "" }],
    });
    const document = documentOf(solution([own], { applicationTestData: [{ name: "age", value: "33" }] }));
    expect([columnValues(document, own, 0), columnValues(document, own, 1)]).toEqual([
      ["[18..65)", "33"],
      ["true", "false"],
    ]);
  });

  test("of outputs are literals that the field is set to or expected to be, and reason codes those of the solution", () => {
    const own = table("own", { ...byCountry, tableRows: rows(["NL", "Approve", "R1"], ["-", "= country", ""]) });
    const other = table("other", { ...byCountry, tableRows: rows(["-", "Refer", "R7"]) });
    const document = documentOf(
      solution([own, other], {
        testCases: [{ id: "c", name: "c", input: {}, expect: { runtimeData: { result: "Decline" } } }],
        reasonTexts: { R3: "Too young" },
      }),
    );
    expect(columnValues(document, own, 1)).toEqual(["Approve", "Refer", "Decline"]);
    expect(columnValues(document, own, 2)).toEqual(["R1", "R3", "R7"]);
  });

  test("are found in 5,000 rows by reading each different cell once", () => {
    const own = table("own", {
      ...byCountry,
      tableRows: rows(...Array.from({ length: 5_000 }, (_, row) => [`C${row % 3}`, "A", ""] as const)),
    });
    expect(columnValues(documentOf(solution([own])), own, 0)).toEqual(["C0", "C1", "C2"]);
  });
});

describe("completions", () => {
  const values = ["NL", "Norway", "BE", '"Bosnia, Herzegovina"'];
  const offered = (text: string, caret = text.length, side: "input" | "output" = "input") =>
    completions(values, text, caret, side).map((one) => one.text);

  test.each([
    ["n", ["NL", "Norway"]],
    ["NL", []],
    ["NL, ", ["NL, Norway", "NL, BE", 'NL, "Bosnia, Herzegovina"']],
    ["NL, b", ["NL, BE", 'NL, "Bosnia, Herzegovina"']],
    ["not b", ["not BE", 'not "Bosnia, Herzegovina"']],
    ['"bo', ['"Bosnia, Herzegovina"']],
    ["x", []],
  ])("of %j are %j", (text, expected) => {
    expect(offered(text)).toEqual(expected);
  });

  test("replace the item before the caret and leave what is behind it", () => {
    expect(offered("no, BE", 2)).toEqual(["Norway, BE"]);
  });

  test("of an output are the whole cell, and formulas are left alone", () => {
    expect([offered("b", 1, "output"), offered("NL, b", 5, "output"), offered("= b", 3, "output")]).toEqual([
      ["BE", '"Bosnia, Herzegovina"'],
      [],
      [],
    ]);
  });
});
