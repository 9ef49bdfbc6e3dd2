import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { definitionOf } from "../../document/flow-document.ts";
import { execute } from "../../testing/execute.ts";
import { violationsIn } from "../../testing/react/axe.ts";
import { Diagram } from "../../testing/react/diagram.ts";
import { press } from "../../testing/react/input.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { Panels } from "../../testing/react/panels.ts";
import { gone, seen } from "../../testing/react/seen.ts";
import { loan } from "../../testing/sub-flow.ts";
import { selectionOf } from "../../selection/selection.ts";
import { traceOf } from "../../trace/trace.ts";
import { valuesAt } from "../../trace/values-at.ts";

const diagram = new Diagram();
const panels = new Panels();
const flow = definitionOf(loan);
const crumbs = page.getByRole("navigation", { name: "Opened sub-flows" });

test("a press on the mark of a Sub-flow node opens it, read only, and the path leads back", async () => {
  const { editor } = await mountEditor(flow);
  await page.getByCss('[data-node="call"] [data-open]').click();
  await seen(crumbs.getByText("Affordability Version 1"));
  await seen(diagram.node("good"));
  await gone(diagram.node("before"));
  // Nothing can be added to a copy.
  await gone(page.getByRole("complementary", { name: "Components" }));
  await panels.select("good");
  expect(panels.field("Name").element()).toHaveProperty("readOnly", true);
  expect(await violationsIn(".cv-above")).toEqual([]);
  await crumbs.getByRole("button", { name: "Whole flow" }).click();
  await gone(crumbs);
  await seen(diagram.node("before"));
  expect(editor.isDirty).toBe(false);
});

test("O opens the selected Sub-flow node, and Escape leads back once nothing is selected", async () => {
  const { editor } = await mountEditor(flow);
  editor.select(selectionOf(["call"]));
  await press("o");
  await seen(crumbs);
  await panels.select("good");
  await press("Escape");
  await seen(crumbs);
  await press("Escape");
  await gone(crumbs);
});

test("the panel and the list open it too", async () => {
  await mountEditor(flow);
  await panels.select("call");
  await panels.button("Open sub-flow").click();
  await seen(crumbs);
  await crumbs.getByRole("button", { name: "Whole flow" }).click();
  await page.getByRole("button", { name: "Show as list" }).click();
  await page.getByRole("button", { name: "Open the sub-flow of Check" }).click();
  await seen(crumbs);
});

test("what ran inside is drawn inside, with the values that its conditions had", async () => {
  const { executionEvents, linksTaken } = execute(loan, { salary: 2000 });
  const trace = traceOf(loan, executionEvents, linksTaken);
  const values = valuesAt(executionEvents, { salary: 2000 }, { linksTaken, definition: flow });
  await mountEditor(flow, { trace, values });
  await expect.element(diagram.node("call")).toHaveClass("is-executed");
  await page.getByCss('[data-node="call"] [data-open]').click();
  await expect.element(diagram.node("good")).toHaveClass("is-executed");
  await expect.element(diagram.node("ratio")).not.toHaveClass("is-executed");
  await panels.select("start");
  await seen(panels.details.getByText("Held: income was 2000"));
});

test("an edit that removes the node closes its sub-flow", async () => {
  const { editor } = await mountEditor(flow);
  await page.getByCss('[data-node="call"] [data-open]').click();
  await seen(crumbs);
  editor.execute((document) => ({ ok: true, name: "", document: { ...document, subFlows: [] } }));
  await gone(crumbs);
});
