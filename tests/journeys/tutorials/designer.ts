import type { Locator, Page } from "playwright-core";
import { button, choose, message, openScreen, paste } from "./hand.ts";
import type { Actions, Reading } from "./tutorial.ts";

/** `list` is the window in which the reader starts. */
export function designer(list: Page): Actions {
  let page = list;
  const details = () => page.getByRole("complementary", { name: "Details" });
  const field = (label: string) => details().getByLabel(label, { exact: true });
  const node = (name: string) => page.locator("[data-node]").filter({ has: page.getByText(name, { exact: true }) });

  const addComponent = async (step: Reading) => {
    const components = page.getByRole("complementary", { name: "Components" }).locator("[data-kind]");
    await components.filter({ has: page.getByText(step.label(), { exact: true }) }).click();
  };
  const named = async (step: Reading) => {
    await addComponent(step);
    await enter(step.value(), field(step.label()));
  };
  /** "choose `age` as the **Scored field**" */
  const chosen = async (step: Reading) => choose(field(step.label()), step.value());
  const pastedTable = async (step: Reading) => {
    await button(details(), step.label()).click();
    await paste(page.getByRole("dialog").locator("textarea").first(), step.block());
    await button(page.getByRole("dialog"), step.label()).click();
  };
  const fields = async (step: Reading) => {
    await details().getByRole("tab", { name: step.label() }).click();
    await button(details(), step.label()).click();
    const rows = step.block();
    await paste(details().locator("input:focus"), rows);
    await button(details(), `Rename ${rows.split("\n").at(-1)?.split("\t")[0] ?? ""}`).waitFor();
  };
  const setter = async (step: Reading) => {
    await button(details(), step.label()).click();
    await choose(field("Setter 1 field"), step.value());
    await enter(step.value(), field("Setter 1 value"));
  };
  const select = async (name: string) => {
    await button(page, "Fit to screen").click();
    await node(name).first().click();
  };
  const results = () => page.getByRole("region", { name: "Results" });
  const testValue = async (step: Reading, order: "value first" | "field first") => {
    const [first, second] = [step.value(), step.value()];
    const [name, value] = order === "field first" ? [first, second] : [second, first];
    await enter(value, page.getByRole("textbox", { name: `Test value of ${name}`, exact: true }));
  };

  return {
    "sign-in": async (step) => {
      // The reader's own address; the test has another.
      step.value();
      await page.goto("/");
      await page.getByRole("link", { name: step.label() }).click();
      await button(page, step.label()).click();
      await page.getByLabel("Email").fill(step.value());
      await page.getByLabel("Password").fill(step.value());
      await button(page, "Sign in").click();
      await page.getByRole("button", { name: "Account menu" }).waitFor();
    },
    create: async (step) => {
      await openScreen(page, step.label());
      await button(page.getByRole("main"), step.label()).first().click();
      const dialog = page.getByRole("dialog", { name: "Add a solution" });
      await dialog.getByLabel(step.label()).fill(step.value());
      const opening = page.context().waitForEvent("page");
      await button(dialog, step.label()).click();
      page = await opening;
      await page.getByRole("application", { name: "Diagram" }).waitFor();
    },
    "application-fields": fields,
    "runtime-fields": fields,
    "age-points": async (step) => {
      await node(step.label()).first().click();
      await named(step);
      await chosen(step);
      await pastedTable(step);
      await chosen(step);
    },
    "employment-points": async (step) => {
      await named(step);
      await chosen(step);
      await pastedTable(step);
      await chosen(step);
      await enter(step.value(), field(step.label()));
    },
    total: async (step) => {
      await named(step);
      await chosen(step);
      await choose(field("Item 1 value"), step.value());
      await choose(field("Item 2 value"), step.value());
    },
    approve: async (step) => {
      await named(step);
      await setter(step);
    },
    condition: async (step) => {
      await select(step.value());
      await details().getByRole("region", { name: step.label() }).getByRole("button", { name: step.value() }).first().click();
      await button(details(), step.label()).click();
      await choose(field("Condition 1 field"), step.value());
      await choose(field("Condition 1 operator"), step.value());
      await enter(step.value(), field("Condition 1 value"));
    },
    decline: async (step) => {
      await select(step.value());
      await named(step);
      await setter(step);
      await addComponent(step);
      await page.getByText("No messages. The solution is valid and can run.").waitFor();
    },
    execute: async (step) => {
      await page.getByRole("tab", { name: step.label() }).click();
      await testValue(step, "value first");
      await testValue(step, "value first");
      await button(page, step.label()).click();
      await results().getByText(step.value(), { exact: true }).first().waitFor();
      await results().getByText(step.value(), { exact: true }).first().waitFor();
    },
    "execute-again": async (step) => {
      await testValue(step, "field first");
      await testValue(step, "field first");
      await button(page, step.label()).click();
      await results().getByText(step.value(), { exact: true }).first().waitFor();
    },
    version: async (step) => {
      await button(page, step.label()).click();
      await page.getByRole("menuitem", { name: step.label() }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(step.label()).fill(step.value());
      await button(dialog, step.label()).click();
      await message(page, "created").waitFor();
    },
    "open-release": async (step) => {
      page = list;
      await page.bringToFront();
      await button(page, step.label()).click();
      await button(page, step.label()).click();
    },
    release: async (step) => {
      await button(page.getByRole("dialog"), step.label()).click();
      await message(page, step.value()).waitFor();
    },
  };
}

/** Leaves the field, like a reader who continues. */
async function enter(text: string, into: Locator): Promise<void> {
  await into.fill(text);
  await into.press("Tab");
}
