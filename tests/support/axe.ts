import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** What axe has against the page as it stands, or one part of it, one line each; nothing is left out. */
export async function violationsOf(page: Page, within = "html"): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).include(within).withTags(tags).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(" ")}) ${node.failureSummary ?? ""}`),
  );
}
