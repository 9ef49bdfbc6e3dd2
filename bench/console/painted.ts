import type { Page } from "playwright-core";

/** Runs in the page: resolves to the time of the frame after which the page's title is `title`. */
function waitForTitle(title: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.querySelector("h1")?.textContent !== title) return void requestAnimationFrame(look);
      // A task after the frame's callbacks runs when the frame has been painted.
      setTimeout(() => resolve(performance.now()));
    };
    // Always within a frame: the one that shows the title, not the one after it, in which the wait cursor changes.
    requestAnimationFrame(look);
  });
}

/** Before a navigation: afterwards the returned function waits for the page with this title, and returns the milliseconds since the navigation. */
export async function paintedWith(page: Page, title: string): Promise<() => Promise<number>> {
  await page.addInitScript(`window.titlePainted = (${waitForTitle.toString()})(${JSON.stringify(title)})`);
  return () => page.evaluate<number>("window.titlePainted");
}

/** Milliseconds from the navigation to the first content of any kind. */
export function firstPaint(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN);
}

/** Milliseconds from a click on a link of the menu to the frame that shows its page. The pointer rests on the link first, as a person's does. */
export async function clickToPaint(page: Page, title: string): Promise<number> {
  const link = page.locator("nav").getByRole("link", { name: title, exact: true });
  await link.hover();
  await page.waitForTimeout(300); // Fixed wait: a person's pause between pointing and clicking.
  // Not returned, or it would be waited for before the click.
  await page.evaluate(
    `void (window.clickPainted = new Promise((resolve) => addEventListener("click", async (event) => resolve((await (${waitForTitle.toString()})(${JSON.stringify(title)})) - event.timeStamp), { once: true, capture: true })))`,
  );
  await link.click();
  return page.evaluate<number>("window.clickPainted");
}
