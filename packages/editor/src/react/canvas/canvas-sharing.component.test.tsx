import { emptyDefinition } from "@airlock/flow";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Diagram, notified } from "../../testing/react/diagram.ts";
import { drag, press } from "../../testing/react/input.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { counted, seen } from "../../testing/react/seen.ts";
import { workbench, workbenchWithCondition } from "../../testing/workbench.ts";

const diagram = new Diagram();

test("a selection is copied from one solution into another, with the fields it needs", async () => {
  const from = await mountEditor(workbenchWithCondition(), { solution: "copied from" });
  await diagram.node("sum").click();
  await diagram.node("bands").click({ modifiers: ["Control"] });
  await press("Control+c");
  await notified("Selection copied to clipboard.");
  await from.unmount();
  await mountEditor(emptyDefinition(), { solution: "copied into" });
  await seen(diagram.nodes.first());
  diagram.focus();
  await press("Control+v");
  await counted(diagram.nodes, 3);
  await counted(diagram.links, 1);
  await page.getByRole("tab", { name: "Application data fields" }).click();
  await seen(page.getByRole("complementary", { name: "Details" }).getByText("net_income").first());
});

test("without the right to update the diagram can be looked at, walked and copied, not changed", async () => {
  await mountEditor(workbench(), { readOnly: true });
  await seen(diagram.node("rule"));
  expect(page.getByRole("complementary", { name: "Components" }).elements()).toEqual([]);
  const before = diagram.positionOf("rule");
  const from = diagram.middle(diagram.node("rule"));
  await drag(from, { x: from.x + 100, y: from.y });
  await press("ArrowRight", "Shift+Delete");
  await notified("You can view this solution, but not change it.");
  await diagram.isAt("rule", before);
  await counted(diagram.nodes, 9);
});
