import { limits, newNode, type DecisionTableNode } from "@airlock/flow";
import { writeXlsx } from "@airlock/interchange/xlsx";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import type { Editor } from "../../../session/editor.ts";
import { press, type } from "../../../testing/react/input.ts";
import { mountEditor } from "../../../testing/react/mount-editor.tsx";
import { Panels } from "../../../testing/react/panels.ts";
import { seen, textsOf } from "../../../testing/react/seen.ts";
import { workbench } from "../../../testing/workbench.ts";

const panels = new Panels();
const sheet = () => page.getByRole("dialog", { name: /Credit limit/ });
const grid = () => sheet().getByRole("grid");
const cell = (row: number, column: number) => grid().getByCss(`[data-position="${row}"] [data-column="${column}"]`);
const handle = () => grid().getByCss(".et-handle");
const before = ["NL, BE|< 18|= min(application.f_income * 0.3, 5000)|R1", "DE|-|1|", "NL|>= 65|2|R3", "FR|-|3|R4"];

let editor: Editor;
let unmount: () => Promise<void>;

beforeEach(() => open(before));

/** Cells of a row are separated by `|`. */
async function open(tableRows: readonly string[], inputs = 2): Promise<void> {
  const definition = workbench();
  const { solutionDefinition } = definition;
  const node: DecisionTableNode = {
    ...newNode("DecisionTable", "table", 40, 600),
    label: "Credit limit",
    inputColumns: [
      { id: "i0", formula: "application.f_residency" },
      ...Array.from({ length: inputs - 1 }, (_, column) => ({ id: `i${column + 1}`, formula: "application.f_age" })),
    ],
    outputColumns: [{ id: "o0", resultField: "f_ratio" }],
    tableRows: tableRows.map((row, index) => {
      const [residency = "", age = "", ratio = "", reasonCode = ""] = row.split("|");
      return { id: `r${index}`, inputs: [residency, ...Array.from({ length: inputs - 1 }, () => age)], outputs: [ratio], reasonCode };
    }),
  };
  ({ editor, unmount } = await mountEditor({
    ...definition,
    solutionDefinition: { ...solutionDefinition, nodes: [...solutionDefinition.nodes, node] },
  }));
  await panels.select("table");
  await panels.button("Open table").click();
  await seen(grid());
}

function rows(): readonly string[] {
  const node = editor.definition.solutionDefinition.nodes.find(({ id }) => id === "table");
  return node?.type === "DecisionTable"
    ? node.tableRows.map(({ inputs, outputs, reasonCode }) => [...inputs, ...outputs, reasonCode].join("|"))
    : [];
}

const ages = () => rows().map((row) => row.split("|")[1]);
const reasons = () => rows().map((row) => row.split("|")[3]);

function defaultRow(): string | undefined {
  const node = editor.definition.solutionDefinition.nodes.find(({ id }) => id === "table");
  const row = node?.type === "DecisionTable" ? node.defaultRows[0] : undefined;
  return row && [...row.outputs, row.reasonCode].join("|");
}

async function dragHandle(...over: readonly Locator[]): Promise<void> {
  await userEvent.pointer([{ target: handle(), keys: "[MouseLeft>]" }, ...over.map((target) => ({ target })), "[/MouseLeft]"]);
}

async function select(from: Locator, to: Locator): Promise<void> {
  await from.click();
  await to.click({ modifiers: ["Shift"] });
}

function send(kind: "copy" | "cut" | "paste", clipboardData: DataTransfer): void {
  grid()
    .element()
    .dispatchEvent(new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true }));
}

/** Selects from one cell to the other, copies, and pastes at the third. */
async function copy(from: Locator, to: Locator, at: Locator): Promise<void> {
  const data = new DataTransfer();
  await select(from, to);
  send("copy", data);
  await at.click();
  send("paste", data);
}

async function paste(at: Locator, text: string): Promise<void> {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  await at.click();
  send("paste", data);
}

async function showRowsWith(text: string, count: number): Promise<void> {
  await sheet().getByLabelText("Show rows with").fill(text);
  await expect.poll(() => grid().element().getAttribute("aria-rowcount")).toBe(String(count + 1));
}

/** The preview of pasted cells, row by row. */
const preview = () => textsOf(page.getByRole("dialog", { name: /^Paste/u }).getByRole("row")).slice(1);
const confirmPaste = () =>
  page
    .getByRole("dialog", { name: /^Paste/u })
    .getByRole("button", { name: "Paste" })
    .click();

test("one copied cell is pasted as one, also with commas in it", async () => {
  await copy(cell(0, 0), cell(0, 0), cell(1, 0));
  expect(rows()[1]).toBe("NL, BE|-|1|");
  await copy(cell(0, 2), cell(0, 2), cell(3, 2));
  expect(rows()[3]).toBe("FR|-|= min(application.f_income * 0.3, 5000)|R4");
});

test("an empty cell is pasted as one without a text", async () => {
  await copy(cell(1, 3), cell(1, 3), cell(0, 3));
  await copy(cell(1, 3), cell(1, 3), cell(0, 0));
  expect(rows()[0]).toBe("-|< 18|= min(application.f_income * 0.3, 5000)|");
});

test("empty cells between copied ones are pasted too", async () => {
  await copy(cell(0, 3), cell(2, 3), cell(1, 3));
  await confirmPaste();
  expect(rows()).toEqual([before[0], "DE|-|1|R1", "NL|>= 65|2|", "FR|-|3|R3"]);
});

test("a row that Alt+Enter adds to filtered rows is shown and selected", async () => {
  await showRowsWith("nl", 2);
  await cell(1, 1).click();
  await press("Alt+Enter");
  await type("BE");
  await press("Enter");
  expect(rows()).toEqual([...before.slice(0, 3), "BE|-|-|", before[3]]);
  await expect.element(sheet().getByLabelText("Show rows with")).toHaveValue("");
});

test("cells that are pasted into filtered rows are written into the shown ones, and into new rows at the end", async () => {
  await showRowsWith("nl", 2);
  await paste(cell(0, 3), "A\nB");
  expect(preview()).toEqual(["1A", "3B"]);
  await confirmPaste();
  expect(reasons()).toEqual(["A", "", "B", "R4"]);

  await paste(cell(1, 3), "C\nD\nE");
  expect(preview()).toEqual(["3C", "5D", "6E"]);
  await seen(page.getByText("All cells can be read. 2 rows will be added."));
  await confirmPaste();
  expect(reasons()).toEqual(["A", "", "C", "R4", "D", "E"]);
});

test("an Excel file replaces hidden rows, too", async () => {
  await showRowsWith("fr", 1);
  const file = new File([await writeXlsx([{ name: "Rows", cells: [["Reason code"], ["A"], ["B"]] }])], "limits.xlsx");
  await userEvent.upload(page.getByLabelText("Excel file"), file);
  await page
    .getByRole("dialog", { name: /^Import/u })
    .getByRole("button", { name: "Import" })
    .click();
  expect(reasons()).toEqual(["A", "B"]);
});

test("filling, cutting, clearing and deleting filtered rows leave the hidden ones as they are", async () => {
  await showRowsWith("nl", 2);
  await cell(0, 1).click();
  await dragHandle(cell(1, 1));
  expect(ages()).toEqual(["< 18", "-", "< 18", "-"]);
  const data = new DataTransfer();
  await select(cell(0, 3), cell(1, 3));
  send("cut", data);
  expect(data.getData("text/plain")).toBe("R1\nR3");
  expect(reasons()).toEqual(["", "", "", "R4"]);
  await select(cell(0, 2), cell(1, 2));
  await press("Delete");
  expect(rows()).toEqual(["NL, BE|< 18|-|", before[1], "NL|< 18|-|", before[3]]);
  await press("Alt+Delete");
  expect(rows()).toEqual([before[1], before[3]]);
});

test("cells for a default row are previewed as they are written: a single row, without inputs", async () => {
  await sheet().getByRole("button", { name: "Add default row" }).click();
  await paste(cell(4, 1), "5\t6\tR9\n1\t2\tR8");
  expect(preview()).toEqual(["Else6R9"]);
  await confirmPaste();
  expect(defaultRow()).toBe("6|R9");
  expect(rows()).toEqual(before);
});

test("a paste that is refused says why", async () => {
  await paste(cell(0, 3), `${"R".repeat(limits.reasonCodeLength + 1)}\nR2`);
  await confirmPaste();
  await expect
    .element(page.getByRole("dialog", { name: /^Paste/u }).getByRole("status"))
    .toHaveTextContent("This takes at most 64 characters.");
  expect(rows()).toEqual(before);
});

test("a click on the fill handle fills nothing", async () => {
  await cell(0, 0).click();
  await cell(2, 0).click({ modifiers: ["Shift"] });
  await handle().click();
  expect(rows()).toEqual(before);
});

test("the fill handle fills the rows it is dragged over, also below a range that was selected upwards", async () => {
  await cell(0, 1).click();
  await dragHandle(cell(1, 1));
  expect(ages()).toEqual(["< 18", "< 18", ">= 65", "-"]);
  await cell(2, 1).click();
  await cell(1, 1).click({ modifiers: ["Shift"] });
  await dragHandle(cell(3, 1));
  expect(ages()).toEqual(["< 18", "< 18", "< 18", "< 18"]);
});

test("nothing is filled where the fill handle returns to its row", async () => {
  await cell(0, 1).click();
  await cell(1, 1).click({ modifiers: ["Shift"] });
  await dragHandle(cell(3, 1), cell(1, 1));
  expect(rows()).toEqual(before);
});

test("the row of the last move is filled, also if it is not rendered when the pointer is released", async () => {
  await cell(0, 1).click();
  const send = (kind: string, to: Locator) => to.element().dispatchEvent(new PointerEvent(kind, { buttons: 1, bubbles: true }));
  send("pointerdown", handle());
  send("pointermove", cell(1, 1));
  send("pointerup", cell(1, 1));
  expect(ages()).toEqual(["< 18", "< 18", ">= 65", "-"]);
});

test("a drag ends where the pointer is released, also outside of the grid", async () => {
  await cell(1, 0).click();
  await dragHandle(cell(3, 0), sheet().getByText("fill down"));
  await seen(sheet().getByText("3 cells selected"));
  await grid().getByRole("button", { name: "residency" }).click();
  expect(rows()).toEqual(before);
});

test.each(["Add row", "Alt+Enter"])(
  "%s in a table with the maximum of rows says why none is added, and selects no cell to type into",
  async (way) => {
    await unmount();
    const full = Array.from({ length: limits.tableRows }, (_, row) => `NL|-|${row}|`);
    await open(full);
    if (way === "Alt+Enter") await press(way);
    else await sheet().getByRole("button", { name: way }).click();
    await type("DE");
    await press("Enter");
    expect(rows()).toEqual(full);
    await expect.element(sheet().getByRole("alert")).toHaveTextContent("There are at most 5,000 rows here.");
    // Deleting a row makes room, and the reason disappears.
    await cell(0, 0).click();
    await press("Alt+Delete");
    await expect.element(sheet().getByRole("alert")).toBeEmptyDOMElement();
  },
);

test("a text that a cell cannot store is refused with the reason", async () => {
  await cell(1, 3).click();
  await press("F2");
  await userEvent.fill(sheet().getByRole("combobox", { name: "Row 2, reason code" }), "R".repeat(limits.reasonCodeLength + 1));
  await press("Enter");
  await expect.element(sheet().getByRole("alert")).toHaveTextContent("This takes at most 64 characters.");
  expect(rows()).toEqual(before);
});

test("filtered rows that no longer match after an edit are shown until the filter changes", async () => {
  await showRowsWith("nl", 2);
  await cell(0, 0).click();
  for (const residency of ["AT", "BE"]) {
    await type(residency);
    await press("Enter");
  }
  expect(rows().map((row) => row.split("|")[0])).toEqual(["AT", "DE", "BE", "FR"]);
  await expect.element(cell(0, 0)).toHaveTextContent("AT");
  await expect.element(cell(1, 0)).toHaveTextContent("BE");
  await showRowsWith("at", 1);
});

test("rows that are pasted below filtered ones are shown", async () => {
  await showRowsWith("nl", 2);
  await paste(cell(1, 3), "A\nB");
  await confirmPaste();
  await expect.element(cell(2, 3)).toHaveTextContent("B");
});

test("a column that is one too many is refused with the reason", async () => {
  await unmount();
  await open(before, limits.tableColumns);
  await userEvent.selectOptions(sheet().getByLabelText("Add input column"), "age");
  await expect.element(sheet().getByRole("alert")).toHaveTextContent("A table has at most 30 columns of each kind.");
});
