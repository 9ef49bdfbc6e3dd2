import axe from "axe-core";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** What axe has against the page as it is now, or one part of it, one line each; nothing is left out. */
export async function violationsIn(within = "html"): Promise<readonly string[]> {
  const { violations } = await axe.run(within, { runOnly: tags, resultTypes: ["violations"] });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(" ")}) ${node.failureSummary ?? ""}`),
  );
}
