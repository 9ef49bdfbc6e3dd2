import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { violationsIn } from "../../testing/react/axe.ts";
import { Diagram } from "../../testing/react/diagram.ts";
import { press } from "../../testing/react/input.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { seen } from "../../testing/react/seen.ts";
import { workbenchWithCondition } from "../../testing/workbench.ts";

test("the diagram, its menus, its fields and its list are clean for axe", async () => {
  await mountEditor(workbenchWithCondition());
  const diagram = new Diagram();
  const found = new Map<string, unknown>();
  const look = async (state: string): Promise<void> => {
    const violations = await violationsIn();
    if (violations.length > 0) found.set(state, violations);
    await press("Escape");
  };
  await diagram.node("bands").click();
  await look("a node selected");
  await diagram.node("bands").click({ button: "right" });
  await look("the menu");
  await diagram.node("bands").click();
  await press("a");
  await seen(page.getByRole("combobox", { name: "Add a node" }));
  await look("adding a node");
  await press("Control+f");
  await page.getByRole("combobox", { name: "Find a node" }).fill("e");
  await look("finding a node");
  await page.getByRole("button", { name: "Add comment" }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("A note");
  await look("a comment");
  await page.getByRole("button", { name: "Show as list" }).click();
  const rows = page.getByRole("list", { name: "Nodes in reading order" });
  (await rows.getByRole("button", { name: /^Debt burden/ }).findElement()).focus();
  await look("the list");
  expect(Object.fromEntries(found)).toEqual({});
});
