import type { Page } from "playwright-core";
import { button, choose, message, openScreen } from "./hand.ts";
import type { Actions } from "./tutorial.ts";

export function administrator(page: Page): Actions {
  let email = "";
  const row = () => page.getByRole("table", { name: "Users" }).getByRole("row").filter({ hasText: email });

  return {
    organisation: async (step) => {
      await openScreen(page, step.label());
      await button(page.getByRole("main"), step.label()).click();
      const dialog = page.getByRole("dialog", { name: "Add an organisation" });
      await dialog.getByRole("textbox", { name: step.label() }).fill(step.value());
      await button(dialog, step.label()).click();
      await message(page, "Organisation added").waitFor();
    },
    "fill-in": async (step) => {
      await openScreen(page, step.label());
      await button(page.getByRole("main"), step.label()).click();
      const dialog = page.getByRole("dialog", { name: "Add a user" });
      await dialog.getByLabel(step.label()).fill(step.value());
      await dialog.getByLabel(step.label()).fill(step.value());
      email = step.value();
      await dialog.getByRole("textbox", { name: step.label() }).fill(email);
      const organisation = step.value();
      await dialog.getByRole("combobox", { name: step.label() }).fill(organisation);
      await page.getByRole("option", { name: organisation, exact: true }).click();
      await choose(dialog.getByRole("combobox", { name: step.label() }), step.value());
      await page.keyboard.press("Escape");
    },
    invite: async (step) => {
      await button(page.getByRole("dialog", { name: "Add a user" }), step.label()).click();
      await message(page, step.value()).waitFor();
      await row().getByText(step.label(), { exact: true }).waitFor();
    },
    role: async (step) => {
      await openScreen(page, step.label());
      await button(page.getByRole("main"), step.label()).click();
      const dialog = page.getByRole("dialog", { name: "Add a role" });
      await dialog.getByRole("textbox", { name: step.label() }).fill(step.value());
      await button(dialog, step.label()).click();
      await dialog.waitFor({ state: "hidden" });
    },
    permissions: async (step) => {
      await button(page, step.label()).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("checkbox", { name: step.value() }).click();
      await dialog.getByRole("checkbox", { name: step.value() }).click();
      await button(dialog, step.label()).click();
      await message(page, "Permissions of Reviewer saved").waitFor();
    },
    disable: async (step) => {
      await openScreen(page, step.label());
      await page.getByRole("searchbox", { name: step.label() }).fill(step.value());
      await button(row(), step.label()).click();
      await row().getByText(step.label(), { exact: true }).waitFor();
    },
    audit: async (step) => {
      await openScreen(page, step.label());
      const name = step.value();
      await page.getByRole("searchbox", { name: step.label() }).fill(name);
      await page.waitForURL((url) => url.searchParams.get("q") === name);
      await page.getByRole("main").getByRole("row").filter({ hasText: name }).first().waitFor();
    },
  };
}
