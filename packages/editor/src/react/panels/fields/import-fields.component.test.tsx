import { writeXlsx } from "@airlock/interchange/xlsx";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { violationsIn } from "../../../testing/react/axe.ts";
import { mountEditor } from "../../../testing/react/mount-editor.tsx";
import { Panels } from "../../../testing/react/panels.ts";
import { seen } from "../../../testing/react/seen.ts";
import { workbench } from "../../../testing/workbench.ts";

const panels = new Panels();

async function choose(cells: readonly (readonly string[])[]): Promise<void> {
  const file = new File([await writeXlsx([{ name: "Fields", cells }])], "fields.xlsx");
  await userEvent.upload(panels.details.getByLabelText("Excel file"), file);
}

test("fields of an Excel file are shown with what becomes of each, then added in one step", async () => {
  const { editor } = await mountEditor(workbench());
  const names = () => editor.definition.applicationDatasetFields.map(({ name }) => name);
  const before = names();
  await panels.tab("Application data fields");
  await choose([
    ["Name", "Type", "Required"],
    ["age", "Integer", ""],
    ["home value", "Float", "yes"],
    ["opened", "Date", "no"],
  ]);
  const preview = page.getByRole("alertdialog", { name: "Import fields from fields.xlsx" });
  await seen(preview.getByRole("row", { name: "age Exists already." }));
  await seen(preview.getByRole("row", { name: "home_value Float yes Named home_value." }));
  expect(await violationsIn()).toEqual([]);
  expect(names()).toEqual(before);
  await preview.getByRole("button", { name: "Add 2 fields" }).click();
  expect(editor.definition.applicationDatasetFields.slice(before.length)).toMatchObject([
    { name: "home_value", type: "Float", required: true },
    { name: "opened", type: "Date", required: false },
  ]);
  editor.undo();
  expect(names()).toEqual(before);
});

test("a file without fields is refused with the reason", async () => {
  await mountEditor(workbench());
  await panels.tab("Application data fields");
  await choose([["a"], ["b"]]);
  await seen(panels.details.getByText("fields.xlsx: No sheet has a column Name in its first row."));
  await choose([["Name"], ["age"]]);
  await seen(panels.details.getByText("fields.xlsx: It has no fields that are not here already."));
});
