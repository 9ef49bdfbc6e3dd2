import type { Page } from "playwright-core";

export interface Focused {
  /** Role and name, as for assistive technology. */
  readonly role: string;
  readonly name: string;
  /** Whether the focus is visible: an outline or a ring. */
  readonly shown: boolean;
}

export async function focused(page: Page): Promise<Focused> {
  const element = page.locator(":focus");
  if ((await element.count()) === 0) return { role: "", name: "", shown: false };
  const [first = ""] = (await element.ariaSnapshot()).split("\n");
  const [, role = "", name = ""] = /^- (\w+)(?: "([^"]*)")?/.exec(first) ?? [];
  const shown = await element.evaluate((focus) => {
    const look = (one: Element | null) => {
      if (one === null) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
    };
    // A field may show it on the box around it.
    return look(focus) || look(focus.parentElement);
  });
  return { role, name, shown };
}

/** Presses Tab until an element of this name has the focus; returns those on the way. */
export async function tabTo(page: Page, name: string | RegExp, maxPresses = 40): Promise<readonly Focused[]> {
  const passed: Focused[] = [];
  for (let press = 0; press < maxPresses; press += 1) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    passed.push(now);
    if (typeof name === "string" ? now.name === name : name.test(now.name)) return passed;
  }
  throw new Error(`Tab does not reach ${String(name)}; it passed ${passed.map((one) => `${one.role} ${one.name}`).join(" | ")}`);
}
