import type { Page } from "playwright-core";

export interface Focused {
  readonly name: string;
  readonly tag: string;
  /** Whether someone can see that it has the focus: an outline or a ring that it lacks otherwise. */
  readonly shown: boolean;
}

/** What has the focus now, as assistive technology would call it. */
export function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return { name: "", tag: "", shown: false };
    const labelled = element.getAttribute("aria-labelledby");
    const name =
      element.getAttribute("aria-label") ??
      (labelled === null ? undefined : document.getElementById(labelled)?.textContent) ??
      (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined) ??
      element.textContent;
    const look = (one: Element | null) => {
      if (one === null) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
    };
    // A field may show it on the box that is drawn around it.
    return { name: (name ?? "").trim(), tag: element.tagName.toLowerCase(), shown: look(element) || look(element.parentElement) };
  });
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
  throw new Error(`Tab does not reach ${String(name)}; it passed ${passed.map((one) => one.name).join(" | ")}`);
}
