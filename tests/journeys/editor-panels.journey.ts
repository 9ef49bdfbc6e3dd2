import { expect } from "vitest";
import { signInAt } from "../support/sign-in-form.ts";
import { violationsOf } from "../support/axe.ts";
import { hear, openWorkbench, type Sentence } from "./support/hear.ts";
import { journey } from "./support/journey.ts";
import { Panels } from "./support/panels.ts";
import { readMessage } from "./support/seen.ts";
import { workbench } from "./support/workbench.ts";

/** The Properties panel itself: specification 2, section 2. */
const properties: readonly Sentence[] = [
  {
    says: "a right details drawer with three tabs: Properties, Application data fields, Runtime data fields",
    seen: async ({ details }) =>
      expect(await details.getByRole("tab").allTextContents()).toEqual(["Properties", "Application data fields", "Runtime data fields"]),
  },
  {
    says: "With no selection: 'Nothing selected'.",
    seen: async ({ details }) => details.getByRole("heading", { name: "Nothing selected", exact: true }).waitFor(),
  },
  {
    says: "With one: that node or link.",
    seen: async (panels) => {
      await panels.select("bands");
      await panels.details.getByRole("heading", { name: "Debt burden", exact: true }).waitFor();
      await panels.details.getByText("Range Score", { exact: true }).waitFor();
      await panels.details.getByRole("region", { name: "Leads to" }).getByRole("button", { name: "Loan purpose" }).first().click();
      await panels.details.getByRole("heading", { name: "Debt burden to Loan purpose", exact: true }).waitFor();
    },
  },
  {
    says: "With several: '{n} items selected'.",
    seen: async (panels) => {
      await panels.select("rule");
      await panels.select("sum", ["Control"]);
      await panels.details.getByRole("heading", { name: "2 items selected", exact: true }).waitFor();
    },
  },
  {
    says: "A delete button is disabled for the node named Start.",
    seen: async (panels) => {
      await panels.select("start");
      expect(await panels.button("Delete").getAttribute("aria-disabled")).toBe("true");
      await panels.button("Delete").click({ force: true });
      expect(await panels.page.getByRole("alertdialog").count()).toBe(0);
    },
  },
  {
    says: "Start (no input, no properties)",
    seen: async (panels) => {
      await panels.select("start");
      await panels.details.getByRole("heading", { name: "Start", exact: true }).waitFor();
      expect(await panels.details.getByRole("textbox").count()).toBe(0);
    },
  },
  {
    says: "Delete opens a dialog titled 'Delete node?' reading 'Are you sure you want to delete {type} ({label})?' with Cancel and Delete.",
    seen: async (panels) => {
      await panels.select("prediction");
      await panels.button("Delete").click();
      const dialog = panels.page.getByRole("alertdialog", { name: "Delete node?" });
      await dialog.getByText("Are you sure you want to delete Prediction (Default risk)?").waitFor();
      expect(await dialog.getByRole("button").allTextContents()).toEqual(["Cancel", "Delete"]);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "detached" });
      await panels.button("Delete").click();
      await dialog.getByRole("button", { name: "Delete" }).click();
      await panels.page.locator('[data-node="prediction"]').waitFor({ state: "detached" });
      await panels.details.getByText("Nothing selected").waitFor();
      await panels.page.keyboard.press("Control+z");
      await panels.page.locator('[data-node="prediction"]').waitFor();
    },
  },
  {
    says: "default: label titled Name, and color",
    seen: async (panels) => {
      await panels.select("rule");
      await panels.holds("Name", "Minimum age");
      await panels.holds("Colour", "rgb(0,192,255)");
      await panels.field("Colour").fill("#ff0000");
      await panels.field("Colour").press("Enter");
      await panels.holds("Colour", "rgb(255,0,0)");
      await panels.field("Colour").fill("reddish");
      await panels.field("Colour").press("Enter");
      await panels.details.getByText("Enter a colour like rgb(0,192,255) or #00c0ff.").waitFor();
      await panels.field("Colour").press("Escape");
      await panels.holds("Colour", "rgb(255,0,0)");
    },
  },
  {
    says: "Ctrl+Z undoes and Ctrl+Y redoes. (typing in one property is one step)",
    seen: async (panels) => {
      await panels.select("rule");
      await panels.typed("Name", "Old enough");
      await panels.page.locator('[data-node="rule"]').getByText("Old enough").waitFor();
      await panels.field("Name").press("Control+z");
      await panels.holds("Name", "Minimum age");
      await panels.field("Name").press("Control+y");
      await panels.holds("Name", "Old enough");
      await panels.field("Name").press("Control+z");
      await panels.holds("Name", "Minimum age");
    },
  },
  {
    says: "copying puts the selection on the clipboard ('Selection copied to clipboard.')",
    seen: async (panels) => {
      await panels.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await panels.select("rule");
      await panels.button("Copy").click();
      await readMessage(panels.page, "Selection copied to clipboard.");
    },
  },
];

journey("the Properties panel is as the specification has it", async (stage) => {
  await hear(await openWorkbench(stage, "Properties"), properties);
});

/** Data fields: sections 2, 3 and 5. */
const fields: readonly Sentence[] = [
  {
    says: "editable tables with columns Name, Field type, Required and delete",
    seen: async (panels) => {
      for (const [tab, first] of [
        ["Runtime data fields", "result"],
        ["Application data fields", "age"],
      ] as const) {
        await panels.tab(tab);
        expect(await panels.details.getByRole("columnheader").allTextContents()).toEqual(["Name", "Field type", "Required", "Delete"]);
        await panels.button(`Rename ${first}`).waitFor();
      }
    },
  },
  {
    says: "Field data types String, Integer, Float",
    seen: async (panels) => expect(await panels.offered("Field type of age")).toEqual(["String", "Integer", "Float"]),
  },
  {
    says: "rows can be added",
    seen: async (panels) => {
      await panels.button("Add field").click();
      await panels.page.keyboard.type("employment");
      await panels.page.keyboard.press("Enter");
      await panels.page.keyboard.type("gone");
      await panels.page.keyboard.press("Escape");
      await panels.button("Rename employment").waitFor();
      expect(await panels.button("Rename gone").count()).toBe(0);
    },
  },
  {
    says: "a list of fields that is pasted over the name adds them all, as one step",
    seen: async (panels) => {
      await panels.page.evaluate((text) => navigator.clipboard.writeText(text), "debts\tFloat\trequired\nbranch");
      await panels.button("Add field").click();
      await panels.page.keyboard.press("Control+v");
      await panels.holds("Field type of debts", "Float");
      await panels.button("Rename branch").waitFor();
      expect(await panels.field("debts is required").isChecked()).toBe(true);
      await panels.page.keyboard.press("Escape");
      await panels.page.keyboard.press("Escape");
      await panels.page.keyboard.press("Control+z");
      await panels.button("Rename debts").waitFor({ state: "detached" });
      expect(await panels.button("Rename branch").count()).toBe(0);
    },
  },
  {
    says: "Identifier keys (alphaNumUnderscoreInput) accept letters, digits and underscore only.",
    seen: async (panels) => {
      await panels.button("Rename employment").click();
      await panels.typed("Name of employment", "job title-2");
      await panels.holds("Name of employment", "jobtitle2");
      await panels.details.getByText("Use letters, digits and underscores only.").waitFor({ state: "detached" });
      await panels.page.keyboard.press("Enter");
      await panels.button("Rename jobtitle2").waitFor();
    },
  },
  {
    says: "two fields cannot have one name",
    seen: async (panels) => {
      await panels.button("Rename jobtitle2").click();
      await panels.typed("Name of jobtitle2", "age");
      await panels.details.getByText("Another field here is called age.").waitFor();
      await panels.page.keyboard.press("Escape");
      await panels.button("Rename jobtitle2").waitFor();
    },
  },
  {
    says: "required (boolean)",
    seen: async (panels) => {
      const required = panels.details.getByRole("checkbox", { name: "residency is required" });
      expect(await required.isChecked()).toBe(false);
      await required.check();
      expect(await required.isChecked()).toBe(true);
    },
  },
  {
    says: "renaming a field renames it everywhere, and says where",
    seen: async (panels) => {
      await panels.button("Rename age").click();
      await panels.typed("Name of age", "years");
      await panels.page.getByRole("button", { name: "Rename in 1 place" }).click();
      await panels.button("Rename years").waitFor();
      await panels.select("rule");
      await expect
        .poll(() => panels.field("Condition 1 field").evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text))
        .toBe("years");
      await panels.page.locator('[data-node="rule"]').getByText("years").waitFor();
    },
  },
  {
    says: "the type change says what breaks",
    seen: async (panels) => {
      await panels.tab("Application data fields");
      await panels.field("Field type of years").selectOption("String");
      const dialog = panels.page.getByRole("alertdialog", { name: "Make years a String?" });
      await dialog.getByText(/condition 1 uses < on years, which is a String field/).waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "detached" });
      await panels.holds("Field type of years", "Integer");
    },
  },
  {
    says: "deleting a used field says where it is used; an unused one goes at once",
    seen: async (panels) => {
      await panels.button("Delete jobtitle2").click();
      await panels.button("Rename jobtitle2").waitFor({ state: "detached" });
      await panels.button("Delete years").click();
      const dialog = panels.page.getByRole("alertdialog", { name: "Delete field?" });
      await dialog.getByText("is used in 1 place").waitFor();
      await dialog.getByRole("button", { name: /^Minimum age/ }).waitFor();
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await panels.button("Rename years").waitFor({ state: "detached" });
    },
  },
];

journey("data fields are added, renamed everywhere, retyped with what breaks, and deleted with where they are used", async (stage) => {
  await hear(await openWorkbench(stage, "Fields"), fields);
});

journey("Solution messages are live, lead to their place, and are mended by a button", async (stage) => {
  const panels = await openWorkbench(stage, "Messages");
  await panels.page.getByRole("tab", { name: /^Solution messages/ }).click();
  await panels.select("bands");
  await panels.typed("Band 1 to", "500");
  const gap = panels.messages.getByRole("listitem").filter({ hasText: "RANGE_GAP" });
  await gap.waitFor();
  await panels.select("rule");
  await gap.getByRole("button", { name: /^Debt burden/ }).click();
  await panels.details.getByRole("heading", { name: "Debt burden", exact: true }).waitFor();
  await gap.getByRole("button", { name: /^Extend/ }).click();
  await gap.waitFor({ state: "detached" });

  await panels.select("rule");
  await panels.field("Condition 1 value").fill("");
  const missing = panels.messages.getByRole("listitem").filter({ hasText: "LITERAL_MISSING" });
  await missing.waitFor();
  await panels.select("bands");
  await missing.getByRole("button", { name: /^Minimum age/ }).click();
  await expect.poll(() => panels.field("Condition 1 value").evaluate((one) => one === document.activeElement)).toBe(true);
  await panels.page.keyboard.type("18");
  await missing.waitFor({ state: "detached" });
});

journey("the panels are clean for axe, light and dark", async (stage) => {
  const panels = await openWorkbench(stage, "Accessible");
  const panel = "[role=tabpanel] .ep-panel";
  for (const node of ["rule", "sum", "bands", "call", "prediction"]) {
    await panels.select(node);
    expect(await violationsOf(panels.page, panel), node).toEqual([]);
  }
  await panels.tab("Application data fields");
  expect(await violationsOf(panels.page, panel), "fields").toEqual([]);
  await panels.page.emulateMedia({ colorScheme: "dark" });
  await panels.select("bands");
  expect(await violationsOf(panels.page, panel), "dark").toEqual([]);
});

journey("every control of a score is reached by Tab, in the order of the eye", async (stage) => {
  const panels = await openWorkbench(stage, "Tab");
  await panels.select("bands");
  await panels.field("Name").focus();
  const passed: string[] = [];
  while (passed.length < 40 && passed.at(-1) !== "Result") {
    await panels.page.keyboard.press("Tab");
    const label = await panels.page.evaluate(() => {
      const { activeElement } = document;
      const own = activeElement === null ? null : document.querySelector(`label[for="${CSS.escape(activeElement.id)}"]`);
      return activeElement?.getAttribute("aria-label") ?? own?.textContent ?? activeElement?.textContent ?? "";
    });
    passed.push(label);
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

journey("whoever may only look sees everything in the panels and changes nothing", async ({ open, admin, person }) => {
  const solution = await (await admin()).do("solutions.create", { body: { name: "Look only", description: "", definition: workbench() } });
  const { email } = await person({ permissions: ["solutions.list"] });
  const { page } = await open();
  await signInAt(page, "/admin", email);
  await page.goto(`/solution/${solution._embedded.webSafeString}`);
  await page.locator('[data-node="start"]').waitFor();
  const panels = new Panels(page);
  for (const node of ["rule", "sum", "bands", "list", "call", "prediction", "set"]) {
    await panels.select(node);
    await panels.field("Name").waitFor();
    const editable = panels.details.locator("select:not(:disabled), input:not([readonly]):not(:disabled), textarea:not([readonly])");
    // The sample response is no part of the solution: anyone may try queries.
    expect(await editable.evaluateAll((all) => all.map((one) => one.closest("label, .ep-field")?.textContent)), node).toEqual(
      node === "call" ? ["Sample response"] : [],
    );
    expect(await panels.details.getByRole("button", { name: /^(Add|Delete|Paste|Move|Put)/ }).count(), node).toBe(0);
  }
  await panels.tab("Application data fields");
  expect(await panels.details.getByRole("button", { name: /^(Add|Delete|Rename)/ }).count()).toBe(0);
});
