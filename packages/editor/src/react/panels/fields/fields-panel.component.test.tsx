import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { hear, type Sentence } from "../../../testing/react/hear.ts";
import { press, type } from "../../../testing/react/input.ts";
import { mountEditor } from "../../../testing/react/mount-editor.tsx";
import { Panels } from "../../../testing/react/panels.ts";
import { gone, seen, textsOf } from "../../../testing/react/seen.ts";
import { workbench } from "../../../testing/workbench.ts";

const panels = new Panels();

/** Data fields: sections 2, 3 and 5. */
const fields: readonly Sentence[] = [
  {
    says: "editable tables with columns Name, Field type, Required and delete",
    seen: async () => {
      for (const [tab, first] of [
        ["Runtime data fields", "result"],
        ["Application data fields", "age"],
      ] as const) {
        await panels.tab(tab);
        expect(textsOf(panels.details.getByRole("columnheader"))).toEqual(["Name", "Field type", "Required", "Delete"]);
        await seen(panels.button(`Rename ${first}`));
      }
    },
  },
  {
    says: "Field data types String, Integer, Float",
    // Booleans and Dates were added later.
    seen: async () => expect(panels.offered("Field type of age")).toEqual(["String", "Integer", "Float", "Boolean", "Date"]),
  },
  {
    says: "rows can be added",
    seen: async () => {
      await panels.button("Add field").click();
      await type("employment");
      await press("Enter");
      await type("gone");
      await press("Escape");
      await seen(panels.button("Rename employment"));
      expect(panels.button("Rename gone").elements()).toEqual([]);
    },
  },
  {
    says: "a list of fields that is pasted over the name adds them all, as one step",
    seen: async () => {
      await navigator.clipboard.writeText("debts\tFloat\trequired\nbranch");
      await panels.button("Add field").click();
      await press("Control+v");
      await panels.holds("Field type of debts", "Float");
      await seen(panels.button("Rename branch"));
      await expect.element(panels.field("debts is required")).toBeChecked();
      await press("Escape");
      await press("Escape");
      await press("Control+z");
      await gone(panels.button("Rename debts"));
      expect(panels.button("Rename branch").elements()).toEqual([]);
    },
  },
  {
    says: "Identifier keys (alphaNumUnderscoreInput) accept letters, digits and underscore only.",
    seen: async () => {
      await panels.button("Rename employment").click();
      await panels.typed("Name of employment", "job title-2");
      await panels.holds("Name of employment", "job_title_2");
      await type("!");
      await panels.holds("Name of employment", "job_title_2");
      await seen(panels.details.getByText("Use letters, digits and underscores only."));
      await type("3");
      await panels.holds("Name of employment", "job_title_23");
      await press("Backspace");
      await press("Enter");
      await seen(panels.button("Rename job_title_2"));
    },
  },
  {
    says: "two fields cannot have one name",
    seen: async () => {
      await panels.button("Rename job_title_2").click();
      await panels.typed("Name of job_title_2", "age");
      await seen(panels.details.getByText("Another field here is called age."));
      await press("Escape");
      await seen(panels.button("Rename job_title_2"));
    },
  },
  {
    says: "required (boolean)",
    seen: async () => {
      const required = panels.details.getByRole("checkbox", { name: "residency is required" });
      await expect.element(required).not.toBeChecked();
      await required.click();
      await expect.element(required).toBeChecked();
    },
  },
  {
    says: "renaming a field renames it everywhere, and says where",
    seen: async () => {
      await panels.button("Rename age").click();
      await panels.typed("Name of age", "years");
      await page.getByRole("button", { name: "Rename in 1 place" }).click();
      await seen(panels.button("Rename years"));
      await panels.select("rule");
      await expect.poll(() => panels.chosen("Condition 1 field")).toBe("years");
      await seen(page.getByCss('[data-node="rule"]').getByText("years"));
    },
  },
  {
    says: "the type change says what breaks",
    seen: async () => {
      await panels.tab("Application data fields");
      await panels.field("Field type of years").selectOptions("String");
      const dialog = page.getByRole("alertdialog", { name: "Make years a String?" });
      await seen(dialog.getByText(/condition 1 uses < on years, which is a String field/));
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await gone(dialog);
      await panels.holds("Field type of years", "Integer");
    },
  },
  {
    says: "deleting a used field says where it is used; an unused one goes at once",
    seen: async () => {
      await panels.button("Delete job_title_2").click();
      await gone(panels.button("Rename job_title_2"));
      await panels.button("Delete years").click();
      const dialog = page.getByRole("alertdialog", { name: "Delete field?" });
      await seen(dialog.getByText("is used in 1 place"));
      await seen(dialog.getByRole("button", { name: /^Minimum age/ }));
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await gone(panels.button("Rename years"));
    },
  },
];

test("data fields are added, renamed everywhere, retyped with what breaks, and deleted with where they are used", async () => {
  await mountEditor(workbench());
  await hear(fields);
});

test("Solution edits are undoable/redoable, up to 50 history steps.", async () => {
  const { editor } = await mountEditor(workbench());
  await panels.tab("Application data fields");
  await panels.focus("residency is required");
  await press(...Array.from({ length: 53 }, () => "Space"));
  let steps = 0;
  for (; editor.undoName !== undefined; steps += 1) await press("Control+z");
  expect(steps).toBe(50);
  for (; editor.redoName !== undefined; steps -= 1) await press("Control+y");
  expect(steps).toBe(0);
});

test("deleting a field names the test cases that use it, and what uses it offers to bring it back", async () => {
  const definition = workbench();
  const testCases = [
    { id: "c1", name: "Young applicant", input: { age: 17, residency: "NL" }, expect: { runtimeData: {} } },
    { id: "c2", name: "Adult", input: { age: 40 }, expect: { runtimeData: {} } },
  ];
  await mountEditor({ ...definition, testCases });
  await panels.tab("Application data fields");
  await panels.button("Delete age").click();
  const dialog = page.getByRole("alertdialog", { name: "Delete field?" });
  await seen(dialog.getByText("2 test cases with a value for age: Young applicant, Adult."));
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await gone(panels.button("Rename age"));
  const unknown = panels.messages.getByRole("listitem").filter({ hasText: "FIELD_UNKNOWN" });
  await unknown.getByRole("button", { name: "Restore age" }).click();
  await gone(unknown);
  await panels.holds("Field type of age", "Integer");
});
