import { newNode, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Editor } from "../../session/editor.ts";
import { blocked, postcodes } from "../../testing/lists.ts";
import { press, type } from "../../testing/react/input.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { Panels } from "../../testing/react/panels.ts";
import { gone, seen } from "../../testing/react/seen.ts";
import { workbench } from "../../testing/workbench.ts";

const panels = new Panels();

function withFormula(formula: string): Definition {
  const definition = workbench();
  const { solutionDefinition } = definition;
  const node = { ...newNode("Formula", "formula", 40, 600), formulas: [{ resultField: "", formula }] };
  return { ...definition, solutionDefinition: { ...solutionDefinition, nodes: [...solutionDefinition.nodes, node] } };
}

const stored = (editor: Editor): string | undefined => {
  const node = editor.definition.solutionDefinition.nodes.find(({ type: kind }) => kind === "Formula");
  return node?.type === "Formula" ? node.formulas[0]?.formula : undefined;
};
const text = () => panels.field("Result 1 formula").element().textContent;
const keyOf = ({ applicationDatasetFields }: Definition, name: string): string =>
  applicationDatasetFields.find((field) => field.name === name)?.key ?? "";

test("a name is completed, and the formula is stored by the keys of its fields", async () => {
  const { editor } = await mountEditor(withFormula(""));
  await panels.select("formula");
  await panels.field("Result 1 formula").click();
  await type("max(ag");
  await seen(page.getByRole("option", { name: /age/ }));
  await press("Tab");
  await type(", 18");
  expect(stored(editor)).toBe(`max(application.${keyOf(editor.definition, "age")}, 18)`);
  expect(text()).toBe("max(age, 18)");
  await gone(page.getByRole("option", { name: /age/ }));
});

test("lists and their columns are completed, and the list is added to the flow", async () => {
  const { editor } = await mountEditor(withFormula(""), { lists: [blocked, postcodes] });
  await panels.select("formula");
  await panels.field("Result 1 formula").click();
  await type("lookup(residency, po");
  await seen(page.getByRole("option", { name: /Postcode risk/ }));
  await press("Tab");
  await type(', "');
  await seen(page.getByRole("option", { name: /uplift/ }));
  // The first of the list is another column until the letters are typed: Tab takes theirs, however soon it follows.
  await type("up");
  await press("Tab");
  await expect.poll(text).toBe('lookup(residency, "Postcode risk", "uplift")');
  expect(editor.definition.lists).toEqual([postcodes]);
  expect(page.getByCss(".ep-formula-problem").elements()).toEqual([]);
  // Typed by hand, a list that the organisation does not have.
  await press("Control+a");
  await type('inList(residency, "Nowhere');
  await seen(panels.details.getByText(/There is no list Nowhere/));
  expect(editor.definition).not.toHaveProperty("lists");
});

test("a mistake is underlined at its characters and said below; an undo brings the text back", async () => {
  const { editor } = await mountEditor(withFormula('lower("NL") = "nl"'));
  await panels.select("formula");
  await expect.poll(text).toBe('lower("NL") = "nl"');
  await panels.field("Result 1 formula").click();
  await press("Control+End");
  await type(" and permanent");
  await expect.poll(() => page.getByCss(".ep-formula-problem").element().textContent).toBe("permanent");
  await seen(panels.details.getByText(/There is no field permanent/));
  await expect.poll(() => panels.field("Result 1 formula").element().getAttribute("aria-invalid")).toBe("true");
  await panels.button('Write "permanent"').click();
  await expect.poll(text).toBe('lower("NL") = "nl" and "permanent"');
  editor.undo();
  await expect.poll(text).toBe('lower("NL") = "nl" and permanent');
});

test("Enter starts a line in the formula, and Delete deletes a letter of it, not the node", async () => {
  const { editor } = await mountEditor(withFormula("1 + 2"));
  await panels.select("formula");
  await panels.field("Result 1 formula").click();
  await press("Control+End");
  await press("Enter");
  await type("+ 34");
  await press("ArrowLeft");
  await press("Delete");
  await expect.poll(() => stored(editor)).toBe("1 + 2\n+ 3");
});

test("sums turn into a Calculation and back", async () => {
  const { editor } = await mountEditor(withFormula("1 + 2 * 3"));
  await panels.select("formula");
  await panels.button("Convert to Calculation").click();
  expect(editor.definition.solutionDefinition.nodes.find(({ id }) => id === "formula")?.type).toBe("Calculation");
  await panels.button("Convert to Formula").click();
  await expect.poll(text).toBe("1 + 2 * 3");
});
