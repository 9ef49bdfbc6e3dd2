import { expect } from "vitest";
import { page, type Locator } from "vitest/browser";
import { press, type } from "./input.ts";
import { textsOf } from "./seen.ts";

/** The panels of the mounted editor. */
export class Panels {
  get details(): Locator {
    return page.getByRole("complementary", { name: "Details" });
  }

  get messages(): Locator {
    return page.getByRole("list", { name: "Solution messages" });
  }

  /** A field, select or button of the Properties panel by its label. */
  field(label: string): Locator {
    return this.details.getByLabelText(label, { exact: true });
  }

  button(name: string): Locator {
    return this.details.getByRole("button", { name, exact: true });
  }

  async select(node: string, keys: readonly ("Control" | "Shift")[] = []): Promise<void> {
    await this.tab("Properties");
    await page.getByCss(`[data-node="${node}"]`).click({ modifiers: [...keys] });
  }

  async tab(name: "Properties" | "Application data fields" | "Runtime data fields"): Promise<void> {
    await this.details.getByRole("tab", { name }).click();
  }

  /** The options of a select, as they read. */
  offered(label: string): readonly string[] {
    return textsOf(this.field(label).getByCss("option"));
  }

  /** Types over the current text, character by character, and returns the value of the field afterwards. */
  async typed(label: string, text: string): Promise<string> {
    await this.field(label).fill("");
    await this.focus(label);
    await type(text);
    return this.value(label);
  }

  value(label: string): string {
    const field = this.field(label).element();
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement) return field.value;
    throw new Error(`${label} is no field.`);
  }

  /** The chosen option of a select, as it reads. */
  chosen(label: string): string | undefined {
    const select = this.field(label).element();
    return select instanceof HTMLSelectElement ? select.selectedOptions[0]?.text : undefined;
  }

  async holds(label: string, text: string): Promise<void> {
    await expect.poll(() => this.value(label)).toBe(text);
  }

  async focus(label: string): Promise<void> {
    (await this.field(label).findElement()).focus();
  }

  async pressIn(label: string, key: string): Promise<void> {
    await this.focus(label);
    await press(key);
  }
}
