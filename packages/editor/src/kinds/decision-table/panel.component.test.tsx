import { newNode, type DecisionTableNode, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Editor } from "../../session/editor.ts";
import { violationsIn } from "../../testing/react/axe.ts";
import { press, type } from "../../testing/react/input.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { Panels } from "../../testing/react/panels.ts";
import { gone, seen } from "../../testing/react/seen.ts";
import { workbench } from "../../testing/workbench.ts";

const panels = new Panels();

function withTable(properties: Partial<DecisionTableNode>): Definition {
  const definition = workbench();
  const { solutionDefinition } = definition;
  const node: DecisionTableNode = { ...newNode("DecisionTable", "table", 40, 600), label: "Credit limit", ...properties };
  return { ...definition, solutionDefinition: { ...solutionDefinition, nodes: [...solutionDefinition.nodes, node] } };
}

const twoRows: Partial<DecisionTableNode> = {
  inputColumns: [{ id: "i0", formula: "application.f_age" }],
  outputColumns: [{ id: "o0", resultField: "f_result" }],
  tableRows: [
    { id: "r0", inputs: ["< 18"], outputs: ["Decline"], reasonCode: "R1" },
    { id: "r1", inputs: [">= 18"], outputs: ["Approve"], reasonCode: "" },
  ],
};

const tableOf = (editor: Editor): DecisionTableNode => {
  const node = editor.definition.solutionDefinition.nodes.find(({ id }) => id === "table");
  if (node?.type !== "DecisionTable") throw new Error("There is no table");
  return node;
};
const rows = (editor: Editor): readonly string[] =>
  tableOf(editor).tableRows.map(({ inputs, outputs, reasonCode }) => [...inputs, ...outputs, reasonCode].join("|"));
const sheet = () => page.getByRole("dialog", { name: /Credit limit/ });
const grid = () => sheet().getByRole("grid");

async function open(
  properties: Partial<DecisionTableNode> = twoRows,
  ran: Pick<NonNullable<Parameters<typeof mountEditor>[1]>, "values" | "tableCounts"> = {},
): Promise<Editor> {
  const { editor } = await mountEditor(withTable(properties), ran);
  await panels.select("table");
  await panels.button("Open table").click();
  await seen(grid());
  return editor;
}

test("cells are written from the keyboard alone: typing, Enter, Tab, Escape, fill, clear, undo", async () => {
  const editor = await open();
  await type("[0..18)");
  await press("Tab");
  await press("F2");
  await press("Escape");
  await type("Refer");
  await press("Enter");
  expect(rows(editor)).toEqual(["[0..18)|Refer|R1", ">= 18|Approve|"]);
  await press("ArrowUp");
  await press("Shift+ArrowDown");
  await press("Control+d");
  expect(rows(editor)).toEqual(["[0..18)|Refer|R1", ">= 18|Refer|"]);
  await press("Delete");
  expect(rows(editor)).toEqual(["[0..18)|-|R1", ">= 18|-|"]);
  await press("Control+z");
  expect(rows(editor)).toEqual(["[0..18)|Refer|R1", ">= 18|Refer|"]);
});

test("steps are undone and redone with the buttons of the table", async () => {
  const editor = await open();
  await type("[0..18)");
  await press("Enter");
  await sheet().getByRole("button", { name: "Undo (Ctrl+Z)" }).click();
  expect(rows(editor)[0]).toBe("< 18|Decline|R1");
  await sheet().getByRole("button", { name: "Redo (Ctrl+Y)" }).click();
  expect(rows(editor)[0]).toBe("[0..18)|Decline|R1");
});

test("rows are added, moved and deleted from the keyboard", async () => {
  const editor = await open();
  await press("Alt+Enter");
  await type("18");
  await press("Enter");
  expect(rows(editor)).toEqual(["< 18|Decline|R1", "18|-|", ">= 18|Approve|"]);
  await press("ArrowUp");
  await press("Alt+ArrowUp");
  expect(rows(editor)[0]).toBe("18|-|");
  await press("Alt+Delete");
  expect(rows(editor)).toEqual(["< 18|Decline|R1", ">= 18|Approve|"]);
  await press("Escape");
  await gone(grid());
});

test("a cell that cannot be read says why, and an overlap is fixed with the text that its button has", async () => {
  const editor = await open({
    ...twoRows,
    tableRows: twoRows.tableRows?.with(1, { id: "r1", inputs: [">= 10"], outputs: ["Approve"], reasonCode: "" }) ?? [],
  });
  await sheet().getByRole("button", { name: "Change row 2 to >= 18" }).click();
  expect(rows(editor)[1]).toBe(">= 18|Approve|");
  await grid().getByRole("gridcell", { name: "< 18", exact: true }).click();
  await type("young");
  await press("Enter");
  await seen(
    sheet()
      .getByText(/This column has whole numbers/)
      .first(),
  );
  await expect.poll(() => grid().getByRole("gridcell", { name: "young" }).element().getAttribute("aria-invalid")).toBe("true");
});

test("columns and the default row are added, and the hit policy is chosen", async () => {
  const editor = await open({ inputColumns: [], outputColumns: [], tableRows: [] });
  await userEvent.selectOptions(sheet().getByLabelText("Add input column"), "age");
  await userEvent.selectOptions(sheet().getByLabelText("Add output column"), "result");
  await sheet().getByRole("button", { name: "Add row" }).click();
  await sheet().getByRole("button", { name: "Add default row" }).click();
  await sheet().getByText("Unique").click();
  const table = tableOf(editor);
  expect([table.hitPolicy, table.inputColumns[0]?.formula, table.outputColumns[0]?.resultField]).toEqual([
    "unique",
    "application.f_age",
    "f_result",
  ]);
  expect(rows(editor)).toEqual(["-|-|"]);
  expect(table.defaultRows).toMatchObject([{ inputs: [], outputs: ["-"] }]);
});

test("cells of a spreadsheet are previewed, then pasted with the rows that they need", async () => {
  const editor = await open();
  await grid().getByRole("gridcell", { name: ">= 18", exact: true }).click();
  const data = new DataTransfer();
  data.setData("text/plain", "[18..65)\tApprove\tR2\nold\tRefer\t");
  grid()
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  const preview = page.getByRole("dialog", { name: "Paste 6 cells" });
  await seen(preview.getByText("1 cell cannot be read and will be marked. 1 row will be added."));
  await preview.getByRole("button", { name: "Paste" }).click();
  expect(rows(editor)).toEqual(["< 18|Decline|R1", "[18..65)|Approve|R2", "old|Refer|"]);
});

test("of thousands of rows only those in view are drawn, and the last is reached by a key", async () => {
  await open({
    ...twoRows,
    tableRows: Array.from({ length: 4_000 }, (_, row) => ({ id: `r${row}`, inputs: [`${row}`], outputs: [`v${row}`], reasonCode: "" })),
  });
  expect(grid().getByRole("row").elements().length).toBeLessThan(80);
  await press("Control+End");
  await seen(grid().getByRole("gridcell", { name: "v3999" }));
  await sheet().getByLabelText("Show rows with").fill("v12");
  await expect.poll(() => grid().element().getAttribute("aria-rowcount")).toBe("112");
});

test("a large table is validated in a worker, and its findings follow its edits", async () => {
  await open({
    ...twoRows,
    tableRows: Array.from({ length: 2_000 }, (_, row) => ({ id: `r${row}`, inputs: [`${row}`], outputs: [`v${row}`], reasonCode: "" })),
  });
  await seen(
    sheet()
      .getByLabelText("Findings")
      .getByText(/no row matches age/),
  );
  await type("old");
  await press("Enter");
  await seen(grid().getByTitle(/This column has whole numbers/));
  await press("Control+z");
  await gone(grid().getByTitle(/This column has whole numbers/));
});

const defaultRows = [{ id: "d", inputs: [], outputs: ["Refer"], reasonCode: "R9" }];
const lastRun = { application: { age: 30 }, runtime: {}, after: { result: "Approve" } };

test("after a run the heads have its values, the row that matched is marked, and so are the cells that others were missed by", async () => {
  await open({ ...twoRows, defaultRows }, { values: () => lastRun });
  await seen(grid().getByRole("columnheader", { name: /age.*Last run 30/ }));
  await seen(grid().getByRole("columnheader", { name: /result.*Last run Approve/ }));
  await seen(grid().getByRole("rowheader", { name: /^2 ?, matched in the last run/ }));
  expect(grid().getByTitle("Did not match in the last run").element().textContent).toBe("< 18");
  await press("Escape");
  await panels.button("Open table").click();
  await sheet().getByRole("button", { name: "row 2" }).click();
  await expect.poll(() => grid().element().getAttribute("aria-activedescendant")).toMatch(/-1-0$/);
  // A cell that is changed is compared with the same values at once.
  await grid().getByRole("gridcell", { name: ">= 18", exact: true }).click();
  await type("> 65");
  await press("Enter");
  await seen(sheet().getByRole("button", { name: "the default row" }));
});

test("rows have the test cases and executions that they counted for", async () => {
  const tests = new Map([
    ["r0", 2],
    ["r1", 0],
    ["d", 1],
  ]);
  const counts = new Map([
    ["r0", 250],
    ["d", 0],
  ]);
  await open(
    { ...twoRows, defaultRows },
    { tableCounts: { tests, executions: { counts, total: 1000, isSample: true, period: "Last 7 days" } } },
  );
  await seen(grid().getByRole("columnheader", { name: /Test cases.*2 of 3 covered/ }));
  await seen(grid().getByRole("columnheader", { name: /Last 7 days.*Newest 1,000 executions/ }));
  const texts = (row: number) =>
    [...(grid().getByRole("row").elements()[row]?.querySelectorAll(".et-count") ?? [])].map((cell) => cell.textContent);
  expect([1, 2, 3].map(texts)).toEqual([
    ["2", "25.0%"],
    ["not covered", "new row"],
    ["1", "none"],
  ]);
  expect(await violationsIn(".et-sheet")).toEqual([]);
});

test("the sheet has no accessibility complaints", async () => {
  await open({ ...twoRows, defaultRows }, { values: () => lastRun });
  expect(await violationsIn(".et-sheet")).toEqual([]);
});
