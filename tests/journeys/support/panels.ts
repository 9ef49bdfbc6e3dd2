import type { Locator, Page } from "playwright-core";

/** The panels of an open solution. */
export class Panels {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get details(): Locator {
    return this.page.getByRole("complementary", { name: "Details" });
  }

  /** A field, select or button of the Properties panel by its label. */
  field(label: string): Locator {
    return this.details.getByLabel(label, { exact: true });
  }

  button(name: string): Locator {
    return this.details.getByRole("button", { name, exact: true });
  }

  async select(node: string, keys: readonly ("Control" | "Shift")[] = []): Promise<void> {
    await this.tab("Properties");
    await this.page.locator(`[data-node="${node}"]`).click({ modifiers: [...keys] });
  }

  async tab(name: "Properties" | "Application data fields" | "Runtime data fields"): Promise<void> {
    await this.details.getByRole("tab", { name }).click();
  }

  /** Replaces the text letter by letter, and returns the field's value. */
  async typed(label: string, text: string): Promise<string> {
    await this.field(label).fill("");
    await this.field(label).pressSequentially(text);
    return this.field(label).inputValue();
  }
}
