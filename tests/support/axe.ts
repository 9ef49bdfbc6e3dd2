import axe from "axe-core";
import type { Page } from "playwright-core";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/**
 * Violations that axe finds on the page, or in one part of it, one per line; no rule is excluded. It runs in the page itself: the package for Playwright
 * opens an empty page for each result, for the sake of frames, which no page has.
 */
export async function violationsOf(page: Page, within = "html"): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ([part, values]) => {
      // Colours change within a frame or two after a dialog opens or the scheme changes, also with reduced motion.
      await new Promise(requestAnimationFrame);
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      const { run }: Pick<typeof axe, "run"> = Reflect.get(globalThis, "axe");
      return (await run(part, { runOnly: [...values], resultTypes: ["violations"] })).violations;
    },
    [within, tags] as const,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(" ")}) ${node.failureSummary ?? ""}`),
  );
}
