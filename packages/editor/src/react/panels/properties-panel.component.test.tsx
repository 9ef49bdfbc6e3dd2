import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { addNode } from "../../commands/add-node.ts";
import { selectionOf } from "../../selection/selection.ts";
import { notified } from "../../testing/react/diagram.ts";
import { hear, type Sentence } from "../../testing/react/hear.ts";
import { press } from "../../testing/react/input.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { Panels } from "../../testing/react/panels.ts";
import { gone, seen, textsOf } from "../../testing/react/seen.ts";
import { workbench } from "../../testing/workbench.ts";

const panels = new Panels();

/** The Properties panel itself: specification 2, section 2. */
const properties: readonly Sentence[] = [
  {
    says: "With no selection: 'Nothing selected'.",
    seen: () => seen(panels.details.getByRole("heading", { name: "Nothing selected", exact: true })),
  },
  {
    says: "With one: that node or link.",
    seen: async () => {
      await panels.select("bands");
      await seen(panels.details.getByRole("heading", { name: "Debt burden", exact: true }));
      await seen(panels.details.getByText("Range Score", { exact: true }));
      await panels.details.getByRole("region", { name: "Leads to" }).getByRole("button", { name: "Loan purpose" }).first().click();
      await seen(panels.details.getByRole("heading", { name: "Debt burden to Loan purpose", exact: true }));
    },
  },
  {
    says: "With several: '{n} items selected'.",
    seen: async () => {
      await panels.select("rule");
      await panels.select("sum", ["Control"]);
      await seen(panels.details.getByRole("heading", { name: "2 items selected", exact: true }));
    },
  },
  {
    says: "A delete button is disabled for the node named Start.",
    seen: async () => {
      await panels.select("start");
      expect(panels.button("Delete").element().getAttribute("aria-disabled")).toBe("true");
      await panels.button("Delete").click({ force: true });
      expect(page.getByRole("alertdialog").elements()).toEqual([]);
    },
  },
  {
    says: "Start (no input, no properties)",
    seen: async () => {
      await panels.select("start");
      await seen(panels.details.getByRole("heading", { name: "Start", exact: true }));
      expect(panels.details.getByRole("textbox").elements()).toEqual([]);
    },
  },
  {
    says: "Delete opens a dialog titled 'Delete node?' reading 'Are you sure you want to delete {type} ({label})?' with Cancel and Delete.",
    seen: async () => {
      await panels.select("prediction");
      await panels.button("Delete").click();
      const dialog = page.getByRole("alertdialog", { name: "Delete node?" });
      await seen(dialog.getByText("Are you sure you want to delete Prediction (Default risk)?"));
      expect(textsOf(dialog.getByRole("button"))).toEqual(["Cancel", "Delete"]);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await gone(dialog);
      await panels.button("Delete").click();
      await dialog.getByRole("button", { name: "Delete" }).click();
      await gone(page.getByCss('[data-node="prediction"]'));
      await seen(panels.details.getByText("Nothing selected"));
      await press("Control+z");
      await seen(page.getByCss('[data-node="prediction"]'));
    },
  },
  {
    says: "default: label titled Name, and color",
    seen: async () => {
      await panels.select("rule");
      await panels.holds("Name", "Minimum age");
      await panels.holds("Colour", "rgb(0,192,255)");
      await panels.field("Colour").fill("#ff0000");
      await panels.pressIn("Colour", "Enter");
      await panels.holds("Colour", "rgb(255,0,0)");
      await panels.field("Colour").fill("reddish");
      await panels.pressIn("Colour", "Enter");
      await seen(panels.details.getByText("Enter a colour like rgb(0,192,255) or #00c0ff."));
      await panels.pressIn("Colour", "Escape");
      await panels.holds("Colour", "rgb(255,0,0)");
    },
  },
  {
    says: "Ctrl+Z undoes and Ctrl+Y redoes. (typing in one property is one step)",
    seen: async () => {
      await panels.select("rule");
      await panels.typed("Name", "Old enough");
      await seen(page.getByCss('[data-node="rule"]').getByText("Old enough"));
      await panels.pressIn("Name", "Control+z");
      await panels.holds("Name", "Minimum age");
      await panels.pressIn("Name", "Control+y");
      await panels.holds("Name", "Old enough");
      await panels.pressIn("Name", "Control+z");
      await panels.holds("Name", "Minimum age");
    },
  },
  {
    says: "copying puts the selection on the clipboard ('Selection copied to clipboard.')",
    seen: async () => {
      await panels.select("rule");
      await panels.button("Copy").click();
      await notified("Selection copied to clipboard.");
    },
  },
];

test("the Properties panel is as the specification has it", async () => {
  await mountEditor(workbench());
  await hear(properties);
});

test("every control of a score is reached by Tab, in the order of the eye", async () => {
  await mountEditor(workbench());
  await panels.select("bands");
  await panels.focus("Name");
  const passed: string[] = [];
  while (passed.length < 40 && passed.at(-1) !== "Result") {
    await press("Tab");
    const { activeElement } = document;
    const own = activeElement === null ? null : document.querySelector(`label[for="${CSS.escape(activeElement.id)}"]`);
    passed.push(activeElement?.getAttribute("aria-label") ?? own?.textContent ?? activeElement?.textContent ?? "");
  }
  const band = (number: number) =>
    ["start bracket", "from", "to", "end bracket", "points", "reason code"].map((part) => `Band ${number} ${part}`);
  expect(passed).toEqual([
    "Pick a colour",
    "Colour",
    "Source",
    "Scored field",
    "Paste table",
    "Add band",
    ...band(1),
    "Delete band 1",
    ...band(2),
    "Delete band 2",
    "Default points",
    "Result",
  ]);
});

test("with readOnly the panels show everything and change nothing", async () => {
  await mountEditor(workbench(), { readOnly: true });
  for (const node of ["rule", "sum", "bands", "list", "call", "prediction", "set"]) {
    await panels.select(node);
    await seen(panels.field("Name"));
    const editable = panels.details.getByCss("select:not(:disabled), input:not([readonly]):not(:disabled), textarea:not([readonly])");
    expect(
      editable.elements().map((one) => one.closest("label, .ep-field")?.textContent),
      node,
    ).toEqual([]);
    expect(panels.details.getByRole("button", { name: /^(Add|Delete|Paste|Move|Put)/ }).elements(), node).toEqual([]);
  }
  await panels.tab("Application data fields");
  expect(panels.details.getByRole("button", { name: /^(Add|Delete|Rename)/ }).elements()).toEqual([]);
});

test("a node that was only just added shows what to fill in without alarm, and alarm once something was entered", async () => {
  const { editor } = await mountEditor(workbench());
  editor.execute(addNode({ kind: "RangeScore", id: "fresh", x: 650, y: 100 }));
  editor.select(selectionOf(["fresh"]));
  await seen(panels.details.getByText("In Range Score, choose the field to score."));
  const border = (label: string) => getComputedStyle(panels.field(label).element()).borderColor;
  await expect.poll(() => border("Scored field")).toBe(border("Name"));
  await panels.field("Default points").fill("5");
  await expect.poll(() => border("Scored field")).not.toBe(border("Name"));
});
