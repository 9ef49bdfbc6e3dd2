import { expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import { Diagram } from "../../../testing/react/diagram.ts";
import type { Editor } from "../../../session/editor.ts";
import { press, type } from "../../../testing/react/input.ts";
import { mountEditor } from "../../../testing/react/mount-editor.tsx";
import { seen } from "../../../testing/react/seen.ts";
import { beforeTwentyRows, twentyRows, twentyRowsHeads } from "../../../testing/twenty-rows.ts";

/** Counts as docs/usability.md does: a click is a press, a choice from a list two; text typed or pasted into one cell is one text. */
class Counter {
  presses = 0;
  texts = 0;
  /** Tab, Enter and arrows; letters belong to their text. */
  keys = 0;

  async click(target: Locator): Promise<void> {
    this.presses += 1;
    await target.click();
  }

  async choose(label: string, option: string): Promise<void> {
    this.presses += 2;
    await userEvent.selectOptions(page.getByLabelText(label), option);
  }

  async write(text: string): Promise<void> {
    this.texts += 1;
    await type(text);
  }

  async key(...keys: readonly string[]): Promise<void> {
    this.keys += keys.length;
    await press(...keys);
  }

  get count() {
    return { presses: this.presses, texts: this.texts, keys: this.keys };
  }
}

const sheet = () => page.getByRole("dialog", { name: /Credit limit/ });
const grid = () => sheet().getByRole("grid");
const close = () => sheet().getByRole("button", { name: "Close the table" });
const addRow = () => sheet().getByRole("button", { name: "Add row", exact: true });

/** The node with its name and its four columns, with which all variants begin. */
async function begin(): Promise<{ readonly editor: Editor; readonly hand: Counter }> {
  const { editor } = await mountEditor(beforeTwentyRows());
  const hand = new Counter();
  await hand.click(new Diagram().component("DecisionTable"));
  const name = page.getByLabelText("Name", { exact: true });
  await expect.poll(() => document.activeElement === name.element()).toBe(true);
  await hand.write("Credit limit");
  await hand.click(page.getByRole("button", { name: "Open table" }));
  await seen(grid());
  for (const head of twentyRowsHeads.slice(0, 2)) await hand.choose("Add input column", head);
  for (const head of twentyRowsHeads.slice(2)) await hand.choose("Add output column", head);
  return { editor, hand };
}

function rows(editor: Editor): readonly (readonly string[])[] {
  const node = editor.definition.solutionDefinition.nodes.find((one) => one.type === "DecisionTable");
  return node?.type === "DecisionTable" ? node.tableRows.map(({ inputs, outputs, reasonCode }) => [...inputs, ...outputs, reasonCode]) : [];
}

/** Figures of docs/usability.md: more is a regression, less must be updated there. */
const written = {
  mouse: { presses: 95, texts: 85, keys: 0 },
  keyboard: { presses: 12, texts: 85, keys: 104 },
  paste: { presses: 13, texts: 2, keys: 0 },
};

test("a table of 20 rows is written with the mouse and letters", async () => {
  const { editor, hand } = await begin();
  for (const [index, cells] of twentyRows.entries()) {
    await hand.click(addRow());
    for (const [column, cell] of cells.entries()) {
      if (cell === "") continue;
      // The first cell of a new row is selected.
      if (column > 0) await hand.click(grid().getByCss(`[data-position="${index}"] [data-column="${column}"]`));
      await hand.write(cell);
    }
  }
  await hand.click(close());
  expect(rows(editor)).toEqual(twentyRows);
  expect(hand.count).toEqual(written.mouse);
}, 180_000);

test("a table of 20 rows is written with keys", async () => {
  const { editor, hand } = await begin();
  await hand.click(grid());
  for (const cells of twentyRows) {
    await hand.key("Alt+Enter");
    for (const [column, cell] of cells.entries()) {
      if (cell === "") continue;
      await hand.write(cell);
      await hand.key(column === 4 ? "Enter" : "Tab");
    }
  }
  await hand.click(close());
  expect(rows(editor)).toEqual(twentyRows);
  expect(hand.count).toEqual(written.keyboard);
}, 180_000);

test("a table of 20 rows is pasted from a spreadsheet", async () => {
  const { editor, hand } = await begin();
  await hand.click(grid());
  const data = new DataTransfer();
  data.setData("text/plain", twentyRows.map((row) => row.join("\t")).join("\n"));
  hand.texts += 1;
  grid()
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  await hand.click(page.getByRole("dialog", { name: /^Paste/ }).getByRole("button", { name: "Paste" }));
  await hand.click(close());
  expect(rows(editor)).toEqual(twentyRows);
  expect(hand.count).toEqual(written.paste);
});
