import { expect } from "vitest";
import { locators, type Locator } from "vitest/browser";

declare module "vitest/browser" {
  interface LocatorSelectors {
    /** For elements without a role or label, such as a node of the diagram. */
    getByCss: (selector: string) => Locator;
  }
}

locators.extend({ getByCss: (selector) => `css=${selector}` });

export async function seen(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
}

export async function gone(locator: Locator): Promise<void> {
  await expect.element(locator).not.toBeInTheDocument();
}

export async function counted(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.elements().length).toBe(count);
}

export function textsOf(locator: Locator): readonly string[] {
  return locator.elements().map(({ textContent }) => textContent);
}
