import { newNode } from "@airlock/flow";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coverageOf, coveredRows } from "../coverage/coverage.ts";
import { definitionOf } from "../document/flow-document.ts";
import { draw, node } from "../testing/draw.ts";
import { counter, sampleDefinition, sampleDocument } from "../testing/sample-flow.ts";
import { caseFromRun } from "./case-from-run.ts";
import { casesFromCsv, casesToCsv } from "./cases-csv.ts";
import { runCases, type CasesRun } from "@airlock/engine/test-cases";
import { renameInCases, type TestCase } from "./test-case.ts";

const definition = sampleDefinition();
const poor = { age: 34, income: 1000, debts: 900, purpose: "boat" };
const good: TestCase = {
  id: "g",
  name: "Good",
  input: { age: 34, income: 5000, debts: 100, purpose: "car" },
  expect: { status: "completed", runtimeData: { total: 70, result: "Approve" }, reasonCodes: [] },
};
const bad: TestCase = {
  id: "b",
  name: "Bad",
  input: poor,
  expect: { runtimeData: { total: "15", result: "Decline" }, reasonCodes: ["R01"] },
};

function runsOf(run: CasesRun) {
  if (!run.ok) throw new Error(run.findings.map((finding) => finding.message).join(" "));
  return run.runs;
}

describe("running", () => {
  test("cases that get what they expect pass; numbers may be written as text", async () => {
    const runs = runsOf(await runCases(definition, [good, bad]));
    expect([...runs.values()].map((run) => run.ran && [run.passed, run.differences])).toEqual([
      [true, []],
      [true, []],
    ]);
  });

  test("a run can be kept as a case, and passes", async () => {
    const run = runsOf(await runCases(definition, [good])).get("g");
    if (run?.ran !== true) throw new Error("it runs");
    const kept = caseFromRun("k", "Kept", good.input, run.execution);
    expect(kept.input).toEqual(good.input);
    expect(kept.expect).toEqual({ status: "completed", runtimeData: { ratio: 0.02, total: 70, result: "Approve" }, reasonCodes: [] });
    expect(runsOf(await runCases(definition, [kept])).get("k")?.passed).toBe(true);
  });
});

test("a renamed field is renamed in cases", () => {
  expect(renameInCases([good, bad], "Application", "income", "net")[0]?.input).toEqual({ age: 34, net: 5000, debts: 100, purpose: "car" });
  expect(renameInCases([good], "Runtime", "total", "sum")[0]?.expect.runtimeData).toEqual({ sum: 70, result: "Approve" });
  expect(renameInCases([good], "Runtime", "age", "x")[0]).toBe(good);
});

test("coverage lists the links and nodes that no case took", async () => {
  const runs = runsOf(await runCases(definition, [good]));
  const taken = [...runs.values()].flatMap((run) => (run.ran ? [run.execution.linksTaken] : []));
  const coverage = coverageOf(sampleDocument(), taken);
  expect(coverage.uncoveredLinks).toEqual(["l8", "l10"]);
  expect(coverage.uncoveredNodes).toEqual(["decline"]);
  expect(coverage.share).toBeCloseTo(0.8);
  const both = runsOf(await runCases(definition, [good, bad]));
  const all = coverageOf(
    sampleDocument(),
    [...both.values()].flatMap((run) => (run.ran ? [run.execution.linksTaken] : [])),
  );
  expect([all.share, all.links.get("l1"), all.links.get("l9"), all.uncoveredNodes]).toEqual([1, 2, 1, []]);
  expect(coverageOf(sampleDocument(), []).uncoveredNodes).toContain("start");
  expect(coverageOf(draw({ bare: true, nodes: [newNode("Start", "s", 0, 0)] }), [["gone"]])).toMatchObject({
    share: 1,
    uncoveredNodes: [],
  });
});

test("coverage counts the cases of each row of a table, and of its default row", async () => {
  const row = (id: string, cell: string) => ({ id, inputs: [cell], outputs: ["B"], reasonCode: "" });
  const drawn = draw({
    application: { age: "Integer" },
    runtime: { grade: "String" },
    nodes: [
      node("DecisionTable", "table", {
        inputColumns: [{ id: "i", formula: "100 / application.age" }],
        outputColumns: [{ id: "o", resultField: "grade" }],
        tableRows: [row("r0", "> 50"), row("r1", "[2..50]"), row("r2", "(50..60)")],
        defaultRows: [{ id: "d", inputs: [], outputs: ["C"], reasonCode: "" }],
      }),
    ],
    links: ["start -> table", "table -> end"],
  });
  const cases = [1, 10, 20, 100, 0].map((age) => ({ id: `c${age}`, name: "", input: { age }, expect: { runtimeData: {} } }));
  const ran = await runCases(definitionOf(drawn), cases);
  const { tables } = coverageOf(drawn, [], ran.ok ? [...ran.tables.values()] : []);
  expect(tables.get("table")).toEqual(
    new Map([
      ["r0", 1],
      ["r1", 2],
      ["r2", 0],
      ["d", 1],
    ]),
  );
  expect(coveredRows(tables.values())).toEqual({ covered: 3, rows: 4 });
});

describe("CSV", () => {
  test("has a column a field and a row a case, and reads well", () => {
    expect(casesToCsv([good, bad], definition)).toBe(
      "\uFEFFname,application.age,application.income,application.debts,application.purpose,status,error,runtime.ratio,runtime.total,runtime.result,reasonCodes\r\n" +
        "Good,34,5000,100,car,completed,,,70,Approve,[]\r\n" +
        'Bad,34,1000,900,boat,,,,15,Decline,"[""R01""]"\r\n',
    );
  });

  test("a text that a spreadsheet would run is kept from running", () => {
    const attack: TestCase = {
      ...good,
      name: "=HYPERLINK(1)",
      input: { ...good.input, purpose: "@SUM(1)", age: -5 },
      expect: { runtimeData: { result: "+1" } },
    };
    const [, row] = casesToCsv([attack], definition).split("\r\n");
    expect(row).toBe("'=HYPERLINK(1),-5,5000,100,'@SUM(1),,,,,'+1,");
    expect(casesFromCsv(casesToCsv([attack], definition), definition, () => "g").cases).toEqual([attack]);
  });

  test("a row with a text that could not be saved is left out, with the reason", () => {
    const text = `name,application.purpose\nLong,${"x".repeat(10_001)}\nShort,boat\n`;
    const read = casesFromCsv(text, definition, counter());
    expect(read.cases.map(({ name }) => name)).toEqual(["Short"]);
    expect(read.problems).toEqual(["Row 2: input.purpose: This text has 10001 characters; at most 10000 are allowed."]);
  });

  test("every case survives the way out and back", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("(missing)", "'(empty)", "'=x", "''-", "-2.5", "-2.5x", ' "a" ', "a;b\tc", "\r\n", "'t Hooft", " x"),
    );
    const float = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((number) => Number(number.toFixed(3)) + 0);
    const any: fc.Arbitrary<TestCase> = fc.record({
      id: fc.constant("id"),
      name: text.filter((name) => name.trim() !== ""),
      input: fc.record({ age: fc.integer(), income: float, purpose: text }, { requiredKeys: [] }),
      expect: fc.record(
        {
          status: fc.constantFrom("completed", "failed"),
          runtimeData: fc.record({ total: fc.option(float), result: fc.option(text) }, { requiredKeys: [] }),
          reasonCodes: fc.array(text, { maxLength: 3 }),
        },
        { requiredKeys: ["runtimeData"] },
      ),
      webCalls: fc.constant({ call: { status: 200, body: '{"a":1,"b":"x;y"}' } }),
      predictions: fc.constant({ pd: { score: 0.5, reasonCodes: ["R1"] } }),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 4 }), (cases) => {
        const read = casesFromCsv(casesToCsv(cases, definition), definition, () => "id");
        expect(read.problems).toEqual([]);
        // What a record leaves out may be there as undefined.
        expect(JSON.parse(JSON.stringify(read.cases))).toEqual(JSON.parse(JSON.stringify(cases)));
      }),
      { numRuns: 200 },
    );
  });

  test("a spreadsheet's file with semicolons is read; invalid cells are reported by row", () => {
    const file = "name;application.age;runtime.total;status;hair\nOne;18;70;completed;red\nTwo;old;;;\nThree;;;maybe;\nFour;9;(missing);;";
    const read = casesFromCsv(file, definition, counter("c"));
    expect(read.cases.map((one) => [one.name, one.input, one.expect])).toEqual([
      ["One", { age: 18 }, { status: "completed", runtimeData: { total: 70 } }],
      ["Four", { age: 9 }, { runtimeData: { total: null } }],
    ]);
    expect(read.problems).toEqual([
      "The column 'hair' is not known and is left out.",
      "Row 3: age has 'old', which does not fit the field.",
      "Row 4: The status is 'maybe', not completed or failed.",
    ]);
    expect(casesFromCsv("", definition, counter())).toEqual({ cases: [], problems: ["The file is empty."] });
  });

  test("anything is read without throwing", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .array(fc.array(fc.string()), { maxLength: 6 })
            .map((rows) => ["name,application.age,webCall.x,prediction.y,reasonCodes", ...rows.map((row) => row.join(","))].join("\n")),
        ),
        (text) => {
          expect(casesFromCsv(text, definition, counter()).problems).toBeDefined();
        },
      ),
      { numRuns: 200 },
    );
  });
});
