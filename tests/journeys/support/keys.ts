import type { Page } from "playwright-core";

export interface Focused {
  /** Role and name, as assistive technology has them. */
  readonly role: string;
  readonly name: string;
  /** Whether someone can see that it has the focus: an outline or a ring. */
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
    // A field may show it on the box that is drawn around it.
    return look(focus) || look(focus.parentElement);
  });
  return { role, name, shown };
}

/** Presses Tab until something of this name has the focus; what was passed on the way is answered. */
export async function tabTo(page: Page, name: string | RegExp, most = 40): Promise<readonly Focused[]> {
  const passed: Focused[] = [];
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    passed.push(now);
    if (typeof name === "string" ? now.name === name : name.test(now.name)) return passed;
  }
  throw new Error(`Tab does not reach ${String(name)}; it passed ${passed.map((one) => `${one.role} ${one.name}`).join(" | ")}`);
}
