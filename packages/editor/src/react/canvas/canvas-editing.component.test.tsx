import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Diagram, notified } from "../../testing/react/diagram.ts";
import { allowClipboard, drag, press } from "../../testing/react/input.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { counted, seen, textsOf } from "../../testing/react/seen.ts";
import { workbenchWithCondition } from "../../testing/workbench.ts";

const diagram = new Diagram();

beforeEach(async () => {
  await mountEditor(workbenchWithCondition());
});

test("Delete opens a dialog titled 'Delete node?' reading 'Are you sure you want to delete {type} ({label})?' with Cancel and Delete.", async () => {
  await diagram.node("bands").click();
  await press("Delete");
  const dialog = page.getByRole("alertdialog", { name: "Delete node?" });
  await seen(dialog.getByText("Are you sure you want to delete Range Score (Debt burden)?", { exact: true }));
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await counted(diagram.nodes, 9);
  await press("Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await counted(diagram.nodes, 8);
});

test("Shift+Delete deletes immediately. Node operations: delete (also removes attached links)", async () => {
  await diagram.node("bands").click();
  await press("Shift+Delete");
  await counted(diagram.nodes, 8);
  await counted(diagram.links, 6);
  await notified("Deleted Range Score");
  // By keys: the frame of these tests draws its messages under the panels.
  page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).element().focus();
  await press("Enter");
  await counted(diagram.nodes, 9);
});

test("The Start node cannot be deleted.", async () => {
  await diagram.node("start").click();
  await press("Delete");
  await notified("Start cannot be deleted");
  await press("Shift+Delete");
  await counted(diagram.nodes, 9);
});

test("Ctrl+Z undoes and Ctrl+Y redoes. One drag is one step", async () => {
  const from = diagram.middle(diagram.node("set"));
  await drag(from, { x: from.x + 100, y: from.y });
  await diagram.isAt("set", { x: 350, y: 400 });
  await press("Control+z");
  await diagram.isAt("set", { x: 250, y: 400 });
  await press("Control+y");
  await diagram.isAt("set", { x: 350, y: 400 });
});

test("Context menu and keys: undo Ctrl+Z, redo Ctrl+Y, Delete key asks for confirmation, Shift+Delete deletes immediately.", async () => {
  await diagram.node("sum").click({ button: "right" });
  await seen(page.getByRole("menu"));
  const items = textsOf(page.getByRole("menuitem"));
  for (const item of [
    /^Undo.*Ctrl\+Z$/,
    /^Redo.*Ctrl\+Y$/,
    /^DeleteDel$/,
    /^Delete without askingShift\+Del$/,
    /^CopyCtrl\+C$/,
    /^PasteCtrl\+V$/,
  ])
    expect(items).toEqual(expect.arrayContaining([expect.stringMatching(item)]));
  await press("Escape");
  const copy = await diagram.menuItem("start", /^Copy/);
  expect(copy.element().getAttribute("aria-disabled")).toBe("true");
  expect(copy.element().getAttribute("title")).toBe("Start cannot be copied: a decision begins in one place.");
});

test("copying puts the selection on the clipboard ('Selection copied to clipboard.'); pasting ... offsets each paste by 40 pixels", async () => {
  await diagram.node("sum").click();
  await press("Control+c");
  await notified("Selection copied to clipboard.");
  await press("Control+v");
  await counted(diagram.nodes, 10);
  await diagram.isAt(diagram.selectedId, { x: 490, y: 140 });
  await press("Control+v");
  await counted(diagram.nodes, 11);
  await diagram.isAt(diagram.selectedId, { x: 530, y: 180 });
});

test("The Start node cannot be selected for copying.", async () => {
  await diagram.node("start").click();
  await press("Control+c");
  await notified("Start cannot be copied");
});

test("Nothing to paste | 'No solution content to be pasted'", async () => {
  await navigator.clipboard.writeText(" ");
  diagram.focus();
  await press("Control+v");
  await notified("No solution content to be pasted");
});

test("Clipboard paste failure | 'Oops', 'Unable to paste' plus reason", async () => {
  await navigator.clipboard.writeText("half a poem");
  diagram.focus();
  await press("Control+v");
  await notified("Oops");
  await notified("Unable to paste: the clipboard does not hold a copied selection.");
});

test("Clipboard denied | 'No access to the clipboard allowed'", async () => {
  await allowClipboard(false);
  await (await diagram.menuItem("set", /^Paste/)).click();
  await notified("No access to the clipboard allowed");
  await allowClipboard(true);
});

test("Selection: selecting adds, deselecting removes, a diagram selection replaces the selected set.", async () => {
  await diagram.node("rule").click();
  await diagram.node("sum").click({ modifiers: ["Control"] });
  await counted(diagram.selected, 2);
  await diagram.node("rule").click({ modifiers: ["Control"] });
  await counted(diagram.selected, 1);
  await drag(diagram.inWindow({ x: 225, y: 175 }), diagram.inWindow({ x: 610, y: 360 }), ["Shift"]);
  await counted(diagram.selected, 4);
  await press("Control+a");
  await counted(diagram.selected, 9);
});

test("pasted nodes land in the middle of what is visible, with a message and Undo", async () => {
  await diagram.node("sum").click();
  await press("Control+c");
  const surface = page.getByCss(".cv-surface").element().getBoundingClientRect();
  await drag(diagram.inWindow({ x: 700, y: 350 }), diagram.inWindow({ x: 100, y: 350 }));
  await drag(diagram.inWindow({ x: 1300, y: 350 }), diagram.inWindow({ x: 700, y: 350 }));
  await press("Control+v");
  await notified("1 node pasted");
  await counted(diagram.nodes, 10);
  const pasted = diagram.middle(diagram.node(diagram.selectedId));
  expect(Math.abs(pasted.x - (surface.left + surface.width / 2))).toBeLessThan(30);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await counted(diagram.nodes, 9);
});

test("a click shows properties, whatever tab is open", async () => {
  await page.getByRole("tab", { name: "Runtime data fields" }).click();
  await diagram.node("sum").click();
  await expect.element(page.getByRole("tab", { name: "Properties" })).toHaveAttribute("aria-selected", "true");
});

test("the context menu of empty canvas is about the diagram, not about what was selected", async () => {
  await diagram.node("sum").click();
  const at = diagram.inWindow({ x: 700, y: 350 });
  await userEvent.pointer([{ coords: at }, "[MouseRight]"]);
  await seen(page.getByRole("menu", { name: "Diagram" }));
  expect(textsOf(page.getByRole("menuitem")).join(" ")).not.toMatch(/Rename|Delete|Duplicate/);
});
