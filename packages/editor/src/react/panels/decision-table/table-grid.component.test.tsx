import { limits, newNode, type DecisionTableNode } from "@airlock/flow";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import type { Editor } from "../../../session/editor.ts";
import { press, type } from "../../../testing/react/input.ts";
import { mountEditor } from "../../../testing/react/mount-editor.tsx";
import { Panels } from "../../../testing/react/panels.ts";
import { seen } from "../../../testing/react/seen.ts";
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
async function open(tableRows: readonly string[]): Promise<void> {
  const definition = workbench();
  const { solutionDefinition } = definition;
  const node: DecisionTableNode = {
    ...newNode("DecisionTable", "table", 40, 600),
    label: "Credit limit",
    inputColumns: [
      { id: "i0", formula: "application.f_residency" },
      { id: "i1", formula: "application.f_age" },
    ],
    outputColumns: [{ id: "o0", resultField: "f_ratio" }],
    tableRows: tableRows.map((row, index) => {
      const [residency = "", age = "", ratio = "", reasonCode = ""] = row.split("|");
      return { id: `r${index}`, inputs: [residency, age], outputs: [ratio], reasonCode };
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

async function dragHandle(...over: readonly Locator[]): Promise<void> {
  await userEvent.pointer([{ target: handle(), keys: "[MouseLeft>]" }, ...over.map((target) => ({ target })), "[/MouseLeft]"]);
}

/** Selects from one cell to the other, copies, and pastes at the third. */
async function copy(from: Locator, to: Locator, at: Locator): Promise<void> {
  const clipboardData = new DataTransfer();
  const send = (kind: string) =>
    grid()
      .element()
      .dispatchEvent(new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true }));
  await from.click();
  await to.click({ modifiers: ["Shift"] });
  send("copy");
  await at.click();
  send("paste");
}

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
  await page.getByRole("dialog", { name: "Paste 3 cells" }).getByRole("button", { name: "Paste" }).click();
  expect(rows()).toEqual([before[0], "DE|-|1|R1", "NL|>= 65|2|", "FR|-|3|R3"]);
});

test("a row that Alt+Enter adds to filtered rows is shown and selected", async () => {
  await sheet().getByLabelText("Show rows with").fill("nl");
  await expect.poll(() => grid().element().getAttribute("aria-rowcount")).toBe("3");
  await cell(1, 1).click();
  await press("Alt+Enter");
  await type("BE");
  await press("Enter");
  expect(rows()).toEqual([...before.slice(0, 3), "BE|-|-|", before[3]]);
  await expect.element(sheet().getByLabelText("Show rows with")).toHaveValue("");
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
