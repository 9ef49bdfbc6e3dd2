import { expect, test } from "vitest";
import { violationsIn } from "../../testing/react/axe.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { Panels } from "../../testing/react/panels.ts";
import { workbench } from "../../testing/workbench.ts";

const panels = new Panels();

test("the panels are clean for axe, light and dark", async () => {
  await mountEditor(workbench());
  const panel = "[role=tabpanel] .ep-panel";
  for (const node of ["rule", "sum", "bands", "call", "prediction"]) {
    await panels.select(node);
    expect(await violationsIn(panel), node).toEqual([]);
  }
  await panels.tab("Application data fields");
  expect(await violationsIn(panel), "fields").toEqual([]);
  document.documentElement.dataset["colorScheme"] = "dark";
  await panels.select("bands");
  expect(await violationsIn(panel), "dark").toEqual([]);
});
