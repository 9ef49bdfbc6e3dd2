import type { Locator, Page } from "playwright-core";
import { button, openScreen } from "./hand.ts";
import type { Actions } from "./tutorial.ts";

/** Continues with the designer's scorecard. */
export function analyst(page: Page): Actions {
  const file = { name: "", text: "" };
  const results = page.getByRole("table", { name: "Results" });
  let thresholds = page;

  return {
    file: async (step) => {
      file.name = step.value();
      file.text = step.block();
    },
    import: async (step) => {
      await openScreen(page, step.label());
      await button(page.getByRole("main"), step.label()).first().click();
      const dialog = page.getByRole("dialog", { name: "Add a datasource" });
      const choosing = page.waitForEvent("filechooser");
      await dialog.getByText(step.label(), { exact: true }).click();
      await (await choosing).setFiles({ name: file.name, mimeType: "text/csv", buffer: Buffer.from(`${file.text}\n`) });
      await button(dialog, step.label()).click();
      await dialog.getByText(step.value(), { exact: true }).waitFor();
      await button(dialog, step.label()).click();
      await dialog.waitFor({ state: "hidden" });
      const row = page.getByRole("main").getByRole("row").filter({ hasText: step.value() });
      await row.getByText(step.value(), { exact: true }).first().waitFor();
    },
    experiment: async (step) => {
      await openScreen(page, step.label());
      await button(page.getByRole("main"), step.label()).first().click();
      const dialog = page.getByRole("dialog", { name: "Add an experiment" });
      await dialog.getByRole("textbox", { name: step.label() }).fill(step.value());
      await button(dialog, step.label()).click();
      await dialog.waitFor({ state: "hidden" });
    },
    sources: async (step) => {
      const source = () => page.getByRole("combobox", { name: step.label(), exact: true });
      await find(source(), step.value());
      await find(source(), step.value());
      await page.getByText(step.value(), { exact: true }).waitFor();
      const proposed = step.value();
      const carried = page.getByRole("region", { name: "Columns to carry along" });
      await carried.getByLabel(step.label()).waitFor();
      await carried.getByText(proposed, { exact: true }).waitFor();
    },
    run: async (step) => {
      await button(page, step.label()).click();
      await results.getByText(step.label(), { exact: true }).waitFor();
    },
    threshold: async (step) => {
      const opening = page.context().waitForEvent("page");
      await results.getByRole("button", { name: step.label() }).click();
      thresholds = await opening;
      await thresholds.getByRole("navigation", { name: "Thresholds of the flow" }).getByText(step.label(), { exact: true }).click();
      await thresholds.getByRole("textbox", { name: step.value(), exact: true }).fill(step.value());
      const mix = thresholds.getByRole("complementary", { name: "Results", exact: true });
      await mix.getByText(step.value(), { exact: true }).and(mix.locator("strong")).waitFor();
    },
    records: async (step) => {
      const opening = page.context().waitForEvent("page");
      await button(thresholds, step.label()).click();
      const list = (await opening).getByRole("region", { name: "Changed records", exact: true });
      await list.getByText(step.value()).first().waitFor();
      await list.getByText(step.value()).first().waitFor();
    },
    keep: async (step) => {
      await thresholds.bringToFront();
      await button(thresholds, step.label()).click();
      await button(thresholds, step.label()).waitFor();
    },
  };
}

/** Finds an option of a list that searches. */
async function find(list: Locator, name: string): Promise<void> {
  await list.fill(name);
  await list.page().getByRole("option").filter({ hasText: name }).first().click();
}
