import { readdirSync } from "node:fs";
import { join } from "node:path";
import { apiPages } from "./reference/api.ts";
import { commandsPage } from "./reference/commands.ts";
import { findingsPage } from "./reference/findings.ts";
import { kindsPage } from "./reference/kinds.ts";
import { metricsPage } from "./reference/metrics.ts";
import { settingsPage } from "./reference/settings.ts";
import { sectionOf } from "./markdown.ts";
import { readSource, repository } from "./repository.ts";

export interface Page {
  /** Its path below `/documentation/`; a folder's own page ends with `index`. */
  readonly at: string;
  /** Its name in the menu. */
  readonly title: string;
  /** Its file in the repository. Links of other pages to this file lead to it. */
  readonly from?: string;
  readonly text: () => string;
}

export interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
  /** Menu entries for sections of other pages. */
  readonly also?: readonly { readonly title: string; readonly at: string }[];
  readonly isCollapsed?: boolean;
}

function file(at: string, title: string, from: string): Page {
  return { at, title, from, text: () => readSource(from) };
}

function generated(at: string, title: string, text: () => string): Page {
  return { at, title, text };
}

/** The menu. Each Markdown file is one page, so that nothing is written twice. */
export const groups: readonly Group[] = [
  {
    title: "Tutorials",
    pages: [
      file("tutorials/designer", "Designer: a first scorecard", "docs/tutorials/designer.md"),
      file("tutorials/engineer", "Engineer: call a decision", "docs/tutorials/engineer.md"),
      file("tutorials/analyst", "Analyst: choose a threshold", "docs/tutorials/analyst.md"),
      file("tutorials/administrator", "Administrator: users and roles", "docs/tutorials/administrator.md"),
      file("tutorials/operator", "Operator: install to restore", "docs/tutorials/operator.md"),
    ],
  },
  {
    title: "Concepts",
    pages: [
      file("concepts/decisions", "Decisions and versions", "docs/concepts.md"),
      file("concepts/architecture", "Architecture", "ARCHITECTURE.md"),
      file("concepts/glossary", "Glossary", "GLOSSARY.md"),
      file("concepts/threat-model", "Threat model", "docs/security/threat-model.md"),
    ],
  },
  {
    title: "How-to guides",
    pages: [
      file("guides/console", "Using the console", "docs/console.md"),
      file("guides/decision-tables", "Write decision tables", "docs/decision-tables.md"),
      file("guides/formulas", "Write formulas", "docs/formulas.md"),
      file("guides/importing", "Import from other products", "docs/importing.md"),
      file("guides/datasources", "Add datasources", "docs/datasources.md"),
      file("guides/lists", "Keep lists", "docs/lists.md"),
      file("guides/sub-flows", "Use solutions in solutions", "docs/sub-flows.md"),
      file("guides/release-requests", "Request a release", "docs/release-requests.md"),
      file("guides/rollouts", "Roll out a version", "docs/rollouts.md"),
      file("guides/monitors", "Watch decisions", "docs/monitors.md"),
      file("guides/roles", "Choose roles", "docs/starter-roles.md"),
      file("guides/kubernetes", "Deploy to Kubernetes", "deploy/chart/README.md"),
      file("guides/demo", "Look around in a demo organisation", "docs/demo.md"),
      file("guides/one-machine", "Run on one machine", "services/README.md"),
      file("guides/operations", "Operate", "docs/operations.md"),
      file("guides/scale", "Scale", "docs/scale.md"),
      file("guides/runbook", "Runbook", "docs/runbook.md"),
    ],
  },
  {
    title: "Reference",
    pages: [
      file("reference/flow-language", "Flow language", "packages/engine/SPEC.md"),
      generated("reference/node-kinds", "Node kinds", kindsPage),
      generated("reference/findings", "Findings", findingsPage),
      file("reference/errors", "Errors", "docs/errors.md"),
      generated("reference/settings", "Settings", settingsPage),
      generated("reference/metrics", "Metrics", metricsPage),
      generated("reference/commands", "Commands", commandsPage),
    ],
    also: [{ title: "Limits", at: "guides/operations#limits" }],
  },
  { title: "API", pages: apiPages().map(({ at, title, text }) => generated(at, title, () => text)), isCollapsed: true },
  {
    title: "About",
    pages: [
      generated("about/comparison", "Comparison", () => sectionOf(readSource("README.md"), "Comparison")),
      file("about/changelog", "Changelog", "CHANGELOG.md"),
      file("about/upgrades", "Upgrade policy", "docs/upgrades.md"),
      file("about/roadmap", "Roadmap", "ROADMAP.md"),
      file("about/contributing", "Contributing", "CONTRIBUTING.md"),
      file("about/support", "Support", "SUPPORT.md"),
      file("about/security", "Security", "SECURITY.md"),
      file("decisions/index", "Decision records", "docs/decisions/README.md"),
    ],
  },
];

/** All pages, including those that are only linked from other pages. */
export function allPages(): readonly Page[] {
  return [
    file("index", "Airlock", "docs/index.md"),
    ...groups.flatMap(({ pages }) => pages),
    ...records().map((name) => file(`decisions/${name.replace(/\.md$/, "")}`, name, `docs/decisions/${name}`)),
  ];
}

function records(): readonly string[] {
  return readdirSync(join(repository, "docs/decisions")).filter((name) => name.endsWith(".md") && name !== "README.md");
}

/** `guides/index` is the folder `/guides/`. */
export function addressOf(at: string): string {
  return `/${at.replace(/(^|\/)index$/, "$1")}`;
}
