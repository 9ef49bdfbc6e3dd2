import { newNode, type Definition, type LookupNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Editor } from "../../session/editor.ts";
import { blocked, brokers, postcodes } from "../../testing/lists.ts";
import { violationsIn } from "../../testing/react/axe.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { Panels } from "../../testing/react/panels.ts";
import { gone, seen } from "../../testing/react/seen.ts";
import { workbench } from "../../testing/workbench.ts";

const panels = new Panels();
const lists = [blocked, postcodes, brokers];

function withLookup(properties: Partial<LookupNode> = {}): Definition {
  const definition = workbench();
  const { solutionDefinition } = definition;
  const node: LookupNode = { ...newNode("Lookup", "lookup", 40, 600), ...properties };
  return { ...definition, solutionDefinition: { ...solutionDefinition, nodes: [...solutionDefinition.nodes, node] } };
}

function lookupOf(editor: Editor): LookupNode | undefined {
  const node = editor.state.document.nodes.get("lookup");
  return node?.type === "Lookup" ? node : undefined;
}
const fieldNames = (editor: Editor): readonly string[] => {
  const names = new Map(editor.definition.runtimeDatasetFields.map(({ key, name }) => [key, name]));
  return lookupOf(editor)?.lookupOutputs.map(({ column, resultField }) => `${column}: ${names.get(resultField) ?? resultField}`) ?? [];
};

test("a list of the organisation is chosen, then a key of its type and the columns to read", async () => {
  const { editor } = await mountEditor(withLookup(), { lists });
  await panels.select("lookup");
  expect(panels.offered("List")).toEqual(["Choose a list", "Blocked", "Postcode risk", "Brokers"]);
  await panels.field("List").selectOptions("Postcode risk");
  expect(editor.definition.lists).toEqual([postcodes]);
  await seen(panels.details.getByText("String keys, 2 columns."));
  // Only fields that can be the key: age is an Integer.
  expect(panels.offered("Key")).toContain("residency");
  expect(panels.offered("Key")).not.toContain("age");
  await panels.field("Key").selectOptions("residency");
  await panels.button("Add output").click();
  expect(panels.offered("Output 1 column")).toEqual(["Choose", "risk_band", "uplift"]);
  await panels.field("Output 1 column").selectOptions("uplift");
  expect(panels.offered("Output 1 field")).toEqual(["Choose a field", "ratio", "New runtime field…"]);
  await panels.field("Output 1 field").selectOptions("ratio");
  expect(fieldNames(editor)).toEqual(["uplift: ratio"]);
  expect(await violationsIn("[role=tabpanel] .ep-panel")).toEqual([]);
  await panels.button("Delete output 1").click();
  expect(fieldNames(editor)).toEqual([]);
});

test("all columns are read with one press, into new runtime fields where none fits", async () => {
  const { editor } = await mountEditor(withLookup(), { lists });
  await panels.select("lookup");
  await gone(panels.button("Add all"));
  await panels.field("List").selectOptions("Postcode risk");
  await panels.button("Add all").click();
  expect(fieldNames(editor)).toEqual(["risk_band: risk_band", "uplift: uplift"]);
  await gone(panels.button("Add all"));
  await panels.button("Delete output 1").click();
  await panels.button("Add the rest").click();
  expect(fieldNames(editor)).toEqual(["uplift: uplift", "risk_band: risk_band"]);
  editor.undo();
  editor.undo();
  editor.undo();
  expect(fieldNames(editor)).toEqual([]);
  await seen(panels.button("Add all"));
});

test("a set has no columns, and needs a field for whether it has the key", async () => {
  const { editor } = await mountEditor(withLookup(), { lists });
  await panels.select("lookup");
  await panels.field("List").selectOptions("Blocked");
  await seen(panels.details.getByText("A set has no columns. Choose a found field."));
  await seen(panels.button("Choose a found field"));
  await panels.field("Found field (optional)").selectOptions("New runtime field…");
  await page.getByRole("dialog").getByLabelText("Name").fill("blocked");
  await page.getByRole("button", { name: "Add field" }).click();
  await expect.poll(() => editor.definition.runtimeDatasetFields.at(-1)).toMatchObject({ name: "blocked", type: "Boolean" });
  await gone(panels.button("Choose a found field"));
  await panels.field("Found field (optional)").selectOptions("Choose a field");
  expect(lookupOf(editor)?.foundField).toBe("");
});

test("a list that the user may not see stays, and cannot be changed by those who may only look", async () => {
  const { solutionDefinition, ...rest } = withLookup({ list: "Blocked" });
  await mountEditor({ ...rest, solutionDefinition, lists: [blocked] }, { readOnly: true });
  await panels.select("lookup");
  expect(panels.offered("List")).toEqual(["Choose a list", "Blocked"]);
  expect(panels.value("List")).toBe("Blocked");
  expect(panels.field("List").element()).toHaveProperty("disabled", true);
  await gone(panels.button("Add output"));
});

test("a list that the flow lacks is said to be unknown, and added from the organisation's by its name", async () => {
  const { editor } = await mountEditor(withLookup({ list: "Blocked" }), { lists });
  await panels.select("lookup");
  await seen(panels.details.getByText(/Blocked is not a list of this flow/));
  expect(panels.value("List")).toBe("Blocked");
  await panels.button("Add the list Blocked").click();
  expect(editor.definition.lists).toEqual([blocked]);
  await gone(panels.details.getByText(/Blocked is not a list of this flow/));
});
