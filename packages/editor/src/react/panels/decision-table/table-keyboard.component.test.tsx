import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Editor } from "../../../session/editor.ts";
import { violationsIn } from "../../../testing/react/axe.ts";
import { press, type } from "../../../testing/react/input.ts";
import { mountEditor } from "../../../testing/react/mount-editor.tsx";
import { seen, textsOf } from "../../../testing/react/seen.ts";
import { workbench } from "../../../testing/workbench.ts";

const sheet = () => page.getByRole("dialog", { name: /Decision Table/ });
const values = () => page.getByRole("listbox", { name: "Values" });
const grid = () => sheet().getByRole("grid");

afterEach(() => {
  delete document.documentElement.dataset["colorScheme"];
});

/** What has the focus, by its label or its text. */
function focused(): string {
  const { activeElement } = document;
  const labels = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLSelectElement ? activeElement.labels : null;
  return activeElement?.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? activeElement?.textContent ?? "";
}

/** Tab by Tab until this has the focus. */
async function tabTo(name: string | RegExp, key = "Tab"): Promise<void> {
  const isThere = () => (typeof name === "string" ? focused().trim() === name : name.test(focused()));
  for (let presses = 0; presses < 80 && !isThere(); presses += 1) await press(key);
  if (!isThere()) throw new Error(`Tab does not lead to ${String(name)}; the focus is on ${focused()}`);
}

/** Letters choose from the list of fields, and Enter adds the column. */
async function addColumn(side: "input" | "output", field: string): Promise<void> {
  await tabTo(`Add ${side} column`, side === "input" ? "Shift+Tab" : "Tab");
  await type(field);
  await press("Enter");
  await seen(grid().getByRole("columnheader", { name: field }));
}

/** From the last cell Tab leaves the grid for the heads. */
async function openColumn(name: string): Promise<void> {
  await tabTo(/^Rows, /u, "Shift+Tab");
  await press("Control+End", "Tab");
  await tabTo(name);
  await press("Enter");
  await seen(page.getByRole("dialog", { name: `Column ${name}` }));
}

function rows(editor: Editor): readonly string[] {
  const node = editor.definition.solutionDefinition.nodes.find((one) => one.type === "DecisionTable");
  return node?.type === "DecisionTable"
    ? node.tableRows.map(({ inputs, outputs, reasonCode }) => [...inputs, ...outputs, reasonCode].join("|"))
    : [];
}

async function write(...cells: readonly string[]): Promise<void> {
  for (const cell of cells) {
    await type(cell);
    await press("Tab");
  }
}

test("a table is added, filled, arranged and undone from the keyboard alone, and axe has nothing against it, light and dark", async () => {
  const { editor } = await mountEditor(workbench());
  await tabTo("Find a component");
  await type("decision t");
  await press("Enter", "Enter");
  await tabTo("Open table");
  await press("Enter");
  await seen(grid());

  await addColumn("input", "residency");
  await addColumn("output", "result");
  await addColumn("input", "age");
  expect(textsOf(grid().getByRole("columnheader"))).toEqual(["Whenresidency", "age", "Thenresult", "Reason code"]);

  // Three rows, and one that is inserted between them.
  await tabTo("Add row");
  await press("Enter");
  await tabTo(/^Rows, /u);
  await write("NL", ">= 18", "Approve", "R1");
  expect(rows(editor)).toEqual(["NL|>= 18|Approve|R1"]);
  await press("Control+Home", "Alt+Enter");
  await write("BE", "[18..65)", "Refer", "R2");
  await press("Alt+Enter");
  await press("Control+End", "Home");
  await write("-", "< 18", "Decline");
  await press("Control+Home", "Alt+Enter");
  await write("DE", "-", "Refer");
  expect(rows(editor)).toEqual(["NL|>= 18|Approve|R1", "DE|-|Refer|", "BE|[18..65)|Refer|R2", "-|< 18|Decline|"]);

  // Move, then sort by the first column.
  await press("Control+Home", "Alt+ArrowDown", "Alt+ArrowDown");
  expect(rows(editor).map((row) => row.slice(0, 2))).toEqual(["DE", "BE", "NL", "-|"]);
  await openColumn("residency");
  await tabTo("Sort rows upwards");
  await press("Enter");
  expect(rows(editor).map((row) => row.slice(0, 2))).toEqual(["BE", "DE", "NL", "-|"]);

  await openColumn("residency");
  await tabTo("Freeze up to here");
  await press("Enter");
  await expect.poll(() => document.querySelectorAll(".et-heads .is-frozen").length).toBe(1);

  // Filter, and back.
  await tabTo("Show rows with", "Shift+Tab");
  await type("refer");
  await expect.poll(() => grid().element().getAttribute("aria-rowcount")).toBe("3");
  await press("Control+a", "Delete");
  await expect.poll(() => grid().element().getAttribute("aria-rowcount")).toBe("5");

  // Paste, with its preview.
  await tabTo(/^Rows, /u);
  await press("Control+Home");
  const data = new DataTransfer();
  data.setData("text/plain", "AT\t[21..30)\nES\t[30..40)");
  grid()
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  await seen(page.getByRole("dialog", { name: "Paste 4 cells" }));
  await tabTo("Paste");
  await press("Enter");
  await expect.poll(() => rows(editor).map((row) => row.slice(0, 2))).toEqual(["AT", "ES", "NL", "-|"]);

  await tabTo(/^Rows, /u);
  await press("Control+z");
  expect(rows(editor).map((row) => row.slice(0, 2))).toEqual(["BE", "DE", "NL", "-|"]);
  expect(await violationsIn(".et-sheet")).toEqual([]);
  document.documentElement.dataset["colorScheme"] = "dark";
  expect(await violationsIn(".et-sheet"), "dark").toEqual([]);
}, 120_000);

test("a cell is completed by values that the solution has for its field: arrows choose, Enter writes, Escape closes the list first", async () => {
  const { editor } = await mountEditor(workbench());
  await tabTo("Find a component");
  await type("decision t");
  await press("Enter", "Enter");
  await tabTo("Open table");
  await press("Enter");
  await seen(grid());
  await addColumn("input", "residency");
  await addColumn("output", "result");
  await tabTo("Add row");
  await press("Enter");
  await tabTo(/^Rows, /u);

  // Of the List Score of the same field.
  await type("n");
  await seen(values().getByRole("option", { name: "NL" }));
  expect(await violationsIn(".et-sheet")).toEqual([]);
  document.documentElement.dataset["colorScheme"] = "dark";
  expect(await violationsIn(".et-sheet"), "dark").toEqual([]);
  await press("ArrowDown", "Enter");
  expect(rows(editor)).toEqual(["NL|-|"]);

  // A value that a rule sets the field to. Without an arrow key, the typed text is written.
  await press("ArrowRight");
  await type("D");
  expect(textsOf(values().getByRole("option"))).toEqual(["Decline"]);
  await press("Tab");
  expect(rows(editor)).toEqual(["NL|D|"]);
  await press("ArrowLeft");
  await type("D");
  await press("ArrowDown", "Tab");
  expect(rows(editor)).toEqual(["NL|Decline|"]);

  await press("ArrowLeft");
  await type("De");
  await press("Escape");
  await expect.poll(() => values().getByRole("option").elements().length).toBe(0);
  expect(focused()).toBe("Row 1, result");
  await press("Escape");
  expect(focused()).toMatch(/^Rows, /u);
  expect(rows(editor)).toEqual(["NL|Decline|"]);
}, 60_000);
