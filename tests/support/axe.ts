import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** Violations that axe finds on the page, or in one part of it, one per line; no rule is excluded. */
export async function violationsOf(page: Page, within = "html"): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).include(within).withTags(tags).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(" ")}) ${node.failureSummary ?? ""}`),
  );
}
