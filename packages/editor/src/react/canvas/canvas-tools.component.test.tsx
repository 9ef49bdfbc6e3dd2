import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { Diagram, notified } from "../../testing/react/diagram.ts";
import { selectionOf } from "../../selection/selection.ts";
import { press, type } from "../../testing/react/input.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { counted, gone, seen } from "../../testing/react/seen.ts";
import { workbenchWithCondition } from "../../testing/workbench.ts";

const diagram = new Diagram();

let mounted: Awaited<ReturnType<typeof mountEditor>>;

beforeEach(async () => {
  localStorage.clear();
  mounted = await mountEditor(workbenchWithCondition());
});

test("align, distribute and auto-layout", async () => {
  await diagram.node("rule").click();
  await diagram.node("list").click({ modifiers: ["Control"] });
  await page.getByRole("button", { name: "Align and distribute" }).click();
  await page.getByRole("menuitem", { name: "Align left edges" }).click();
  await diagram.isAt("list", { x: 250, y: 200 });
  await press("Escape");
  await page.getByRole("button", { name: "Tidy up" }).click();
  await expect.poll(() => diagram.positionOf("end").x).toBeGreaterThan(1500);
});

test("search nodes and jump (Ctrl+F, Ctrl+K)", async () => {
  for (const keys of ["Control+f", "Control+k"]) {
    await press(keys);
    await page.getByRole("combobox", { name: "Find a node" }).fill("bureau");
    await press("Enter");
    await counted(diagram.selected, 1);
    expect(diagram.selectedId).toBe("call");
  }
});

test("everything doable by keyboard: add after, rename, link, walk, menu", async () => {
  diagram.focus();
  await press("Tab", "Tab");
  expect(diagram.selectedId).toBe("set");
  await press("a");
  await page.getByRole("combobox", { name: "Add a node" }).fill("web");
  await press("Enter", "F2");
  await type("Asked by key");
  await press("Enter");
  await seen(diagram.node("Asked by key"));
  await press("l", "Tab", "Enter");
  await counted(diagram.nodes, 10);
  await counted(diagram.links, 10);
  await press("Shift+F10");
  await seen(page.getByRole("menu"));
});

test("a list view of the flow is an equal way to read and edit it", async () => {
  await page.getByRole("button", { name: "Show as list" }).click();
  const rows = page.getByRole("list", { name: "Nodes in reading order" });
  (await rows.getByRole("button", { name: /^Debt burden, Range Score, \d of 9\. Scores net_income in 2 bands/ }).findElement()).focus();
  await press("Shift+Delete");
  await gone(rows.getByRole("button", { name: /^Debt burden/ }));
  (await rows.getByRole("button", { name: /^Affordability/ }).findElement()).focus();
  await rows.getByRole("button", { name: "Link to..." }).click();
  await rows.getByRole("combobox", { name: "Link to" }).selectOptions("Default risk");
  await seen(rows.getByRole("button", { name: "Link to Default risk" }).first());
  await page.getByRole("button", { name: "Show as diagram" }).click();
  await counted(diagram.nodes, 8);
});

test("comments pinned to the canvas", async () => {
  await page.getByRole("button", { name: "Add comment" }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("Ask the bureau only once");
  await press("Control+Enter");
  await seen(page.getByText("Ask the bureau only once"));
});

test("? lists all keys", async () => {
  diagram.focus();
  await press("?");
  await seen(page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Delete without asking"));
});

test("names stay when zoomed out, without the logic line and the pills", async () => {
  const call = diagram.node("call");
  await seen(call.getByCss(".cv-logic"));
  mounted.editor.zoomTo(30);
  await gone(call.getByCss(".cv-logic"));
  await gone(page.getByCss(".cv-pill"));
  const name = call.getByCss(".cv-title").element();
  expect(Number.parseFloat(getComputedStyle(name).fontSize) * 0.3).toBeGreaterThan(7);
});

test("the minimap can be hidden, and stays hidden next time", async () => {
  await page.getByRole("button", { name: "Hide minimap" }).click();
  await gone(page.getByCss(".cv-minimap"));
  await mounted.unmount();
  mounted = await mountEditor(workbenchWithCondition());
  await page.getByRole("button", { name: "Show minimap" }).click();
  await seen(page.getByCss(".cv-minimap"));
});

test("Tidy says that it happened, with Undo", async () => {
  const before = diagram.positionOf("list");
  diagram.focus();
  await press("t");
  await notified("Tidied");
  expect(diagram.positionOf("list")).not.toEqual(before);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await diagram.isAt("list", before);
});

test("align entries say why they are disabled", async () => {
  await page.getByRole("button", { name: "Align and distribute" }).click();
  await seen(page.getByRole("menu").getByText("Select two nodes to align, three to distribute."));
});

test("the list view scrolls to what is selected", async () => {
  // Two rows high.
  page.getByCss(".cv-stage").element().style.flex = "0 0 180px";
  mounted.editor.select(selectionOf(["end"]));
  await page.getByRole("button", { name: "Show as list" }).click();
  const row = page.getByCss(".cv-row.is-selected");
  const list = page.getByCss(".cv-outline").element().getBoundingClientRect();
  await expect.poll(() => row.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(list.bottom + 1);
});

test("what is selected stays in view when a panel takes room", async () => {
  await diagram.node("list").click();
  const stage = page.getByCss(".cv-stage").element();
  const main = page.getByCss(".cv-main").element();
  const { left } = stage.getBoundingClientRect();
  const { right } = diagram.node("list").element().getBoundingClientRect();
  main.style.maxWidth = `${right - left - 20}px`;
  await expect.poll(() => diagram.node("list").element().getBoundingClientRect().right).toBeLessThan(stage.getBoundingClientRect().right);
});
