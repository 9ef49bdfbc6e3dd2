import type { Page } from "playwright-core";
import { expect } from "vitest";
import { button, choose, openScreen } from "./hand.ts";
import type { Actions } from "./tutorial.ts";

export function analyst(start: Page): Actions {
  let page = start;
  let file = { name: "", text: "" };
  /** Windows that the console opens are those in which the reader goes on. */
  const inNewWindow = async (act: () => Promise<void>) => {
    const opening = page.context().waitForEvent("page");
    await act();
    page = await opening;
  };

  return {
    file: async (step) => {
      file = { name: step.value(), text: `${step.block()}\n` };
    },
    import: async (step) => {
      await page.goto("/admin");
      await openScreen(page, step.label());
      await button(page.getByRole("main"), step.label()).first().click();
      const dialog = page.getByRole("dialog", { name: "Add a datasource" });
      const choosing = page.waitForEvent("filechooser");
      await dialog.getByText(step.label(), { exact: true }).click();
      await (await choosing).setFiles({ name: file.name, mimeType: "text/csv", buffer: Buffer.from(file.text) });
      await button(dialog, step.label()).click();
      await dialog.getByRole("table", { name: "Fields" }).waitFor();
      await button(dialog, step.label()).click();
      await page.getByRole("row").filter({ hasText: "applications" }).getByText(step.value(), { exact: true }).first().waitFor();
    },
    experiment: async (step) => {
      await openScreen(page, step.label());
      await button(page.getByRole("main"), step.label()).first().click();
      const dialog = page.getByRole("dialog", { name: "Add an experiment" });
      await dialog.getByRole("textbox", { name: step.label() }).fill(step.value());
      await button(dialog, step.label()).click();
    },
    mapping: async (step) => {
      await choose(page.getByRole("combobox", { name: step.label(), exact: true }), step.value());
      await choose(page.getByRole("combobox", { name: step.label(), exact: true }), step.value());
      await page.getByText(step.value(), { exact: true }).waitFor();
      await page.getByRole("main").getByText(step.value(), { exact: true }).first().waitFor();
    },
    run: async (step) => {
      await button(page, step.label()).click();
      await page.getByRole("table", { name: "Results" }).getByText(step.label(), { exact: true }).waitFor();
    },
    move: async (step) => {
      const thresholds = step.label();
      await inNewWindow(() =>
        page
          .getByRole("table", { name: "Results" })
          .getByRole("button", { name: new RegExp(thresholds, "i") })
          .click(),
      );
      await page.getByRole("navigation", { name: "Numbers of the flow" }).getByText(step.label(), { exact: false }).first().click();
      const field = page.getByRole("textbox", { name: step.value() }).first();
      await field.fill(step.value());
      await field.press("Tab");
      const mix = page.getByRole("complementary", { name: "What comes of it", exact: true });
      const changed = step.value();
      await expect.poll(() => mix.locator("strong").first().innerText()).toBe(changed);
    },
    records: async (step) => {
      const show = step.label();
      await inNewWindow(() => button(page, show).click());
      // The name of the column.
      step.value();
      await page.getByRole("region", { name: "Changed records", exact: true }).getByText("NL-1003").first().waitFor();
    },
  };
}
