import { newCondition, newLink, newNode, productionFindings, validate, type ConditionItem, type ProductionFacts } from "@airlock/flow";
import { expect, test } from "vitest";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { Editor } from "../session/editor.ts";
import { draw, node } from "../testing/draw.ts";
import { counter } from "../testing/sample-flow.ts";
import { planFixAll, quickFixes } from "./quick-fixes.ts";

const fields = { application: { job: "String", age: "Integer" }, runtime: { points: "Integer" } } as const;
const line = ["start -> a", "a -> end"];

const score = draw({
  ...fields,
  nodes: [
    node("ListScore", "a", {
      scoredField: "job",
      resultField: "points",
      values: ["permanent", "student"].map((value, row) => ({ id: `v${row}`, value, score: "1", reasonCode: "" })),
    }),
  ],
  links: line,
});
const table = (...rows: readonly string[]) =>
  draw({
    ...fields,
    nodes: [
      node("DecisionTable", "a", {
        inputColumns: ["application.age", "application.job"].map((formula, place) => ({ id: `i${place}`, formula })),
        outputColumns: [{ id: "o", resultField: "points" }],
        tableRows: rows.map((text, row) => {
          const cells = text.split("|").map((cell) => cell.trim());
          return { id: `r${row}`, inputs: cells.slice(0, 2), outputs: cells.slice(2), reasonCode: "" };
        }),
      }),
    ],
    links: line,
  });

const job: ConditionItem = { ...newCondition(), leftHandFieldname: "job" };
const linkTo = (id: string) => ({ ...newLink(`a-${id}`, newNode("SetState", "a", 0, 0), newNode("End", id, 0, 0)) });

const period = { executions: 1_000, isSample: false };
const facts = (more: Partial<ProductionFacts>): ProductionFacts => ({
  recent: { ...period, days: 7 },
  unlisted: [],
  long: { ...period, days: 90 },
  unused: [],
  ...more,
});
const came = (
  columnId: string | null,
  value: string,
  part: "values" | "inputColumns" | "links" = columnId === null ? "values" : "inputColumns",
) => facts({ unlisted: [{ nodeId: "a", part, columnId, source: "Application", fieldKey: "job", value, count: 214, share: 0.2 }] });

const findingsIn = (document: FlowDocument, known: ProductionFacts) => productionFindings(definitionOf(document), known);

/** Applies the first fix of the only finding, and checks that the finding disappears and that one Undo restores it. */
function fix(document: FlowDocument, known: ProductionFacts): { readonly label: string; readonly document: FlowDocument } {
  const editor = new Editor(definitionOf(document));
  const [finding, ...others] = findingsIn(editor.state.document, known);
  if (finding === undefined || others.length > 0) throw new Error("There is not one finding.");
  const [found] = quickFixes(editor.state.document, finding, counter());
  if (found === undefined) throw new Error("There is no fix.");
  editor.execute(found.command);
  const fixed = editor.state.document;
  expect(findingsIn(fixed, known)).toEqual([]);
  editor.undo();
  expect(findingsIn(editor.state.document, known)).toEqual([finding]);
  return { label: found.label, document: fixed };
}

const rowsOf = (document: FlowDocument) => {
  const found = document.nodes.get("a");
  return found?.type === "DecisionTable" ? found.tableRows.map(({ inputs, outputs }) => [...inputs, ...outputs].join(" | ")) : [];
};

test("a value that came in is added to a List Score, without points", () => {
  const { label, document } = fix(score, came(null, "self employed"));
  expect(label).toBe("Add the value self employed");
  expect(document.nodes.get("a")).toMatchObject({ values: [{}, {}, { value: "self employed", score: "" }] });
});

test("a value that came in gets a row of its own, in quotes where the cell needs them", () => {
  const { label, document } = fix(table("> 18 | permanent | 10"), came("i1", "retired, part time"));
  expect(label).toBe("Add a row for retired, part time");
  expect(rowsOf(document)).toEqual(["> 18 | permanent | 10", '- | "retired, part time" | -']);
});

test("the row is added before one that takes everything, behind which it would not be reached", () => {
  const { document } = fix(table("> 18 | permanent | 10", "- | - | 0"), came("i1", "student"));
  expect(rowsOf(document)).toEqual(["> 18 | permanent | 10", "- | student | -", "- | - | 0"]);
  expect(validate(definitionOf(document)).map(({ code }) => code)).not.toContain("TABLE_ROW_UNREACHABLE");
});

test("a value that no link of a fork compares with is added to one of them", () => {
  const fork = draw({
    ...fields,
    nodes: [node("SetState", "a"), node("End", "yes", { label: "Approve" }), node("End", "no", { label: "Decline" })],
    links: [
      "start -> a",
      {
        ...linkTo("yes"),
        conditionFields: [{ ...job, operator: "in", rightHandFieldname: "", rightHandValues: ["permanent", "retired"] }],
      },
      { ...linkTo("no"), conditionFields: [{ ...job, operator: "==", rightHandFieldname: "none" }] },
      { ...linkTo("end"), otherwise: true },
      // Another node's fork over the same field.
      {
        ...newLink("yes-end", newNode("End", "yes", 0, 0), newNode("End", "end", 0, 0)),
        conditionFields: [{ ...job, operator: "==", rightHandFieldname: "none" }],
      },
    ],
  });
  const known = came(null, "student", "links");
  const { label, document } = fix(fork, known);
  expect(label).toBe("Add student to the link to Approve");
  expect(document.links.get("a-yes")).toMatchObject({ conditionFields: [{ rightHandValues: ["permanent", "retired", "student"] }] });
  const [finding] = findingsIn(fork, known);
  const [, other, ...more] = finding === undefined ? [] : quickFixes(fork, finding, counter());
  expect(more).toEqual([]);
  const executed = other?.command(fork);
  expect(other?.label).toBe("Add student to the link to Decline");
  expect(executed?.ok === true && executed.document.links.get("a-no")?.conditionFields).toMatchObject([
    { operator: "in", rightHandValues: ["none", "student"] },
  ]);
});

test("a row and a value that did not match are deleted", () => {
  const reads = ["application.age", "application.job"];
  const row = { nodeId: "a", rowId: "r1", reads, cells: ["-", "student"] };
  const deletedRow = fix(table("> 18 | permanent | 10", "- | student | 2"), facts({ unused: [row] }));
  expect([deletedRow.label, rowsOf(deletedRow.document)]).toEqual(["Delete row 2", ["> 18 | permanent | 10"]]);
  const value = { nodeId: "a", rowId: "v0", reads: ["Application job"], cells: ["permanent"] };
  const deletedValue = fix(score, facts({ unused: [value] }));
  expect(deletedValue.label).toBe("Delete value 1");
  expect(deletedValue.document.nodes.get("a")).toMatchObject({ values: [{ value: "student" }] });
});

test("Fix all leaves them to the designer", () => {
  const known = came(null, "self employed");
  const [finding] = findingsIn(score, known);
  expect(finding && quickFixes(score, finding, counter()).map(({ safe }) => safe)).toEqual([false]);
  expect(planFixAll(score, counter()).fixes.map((one) => one.finding.code)).not.toContain("VALUE_NOT_LISTED");
});
