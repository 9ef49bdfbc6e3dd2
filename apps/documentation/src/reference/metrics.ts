import { metricEntries } from "@airlock/platform";
import { sectionOf } from "../markdown.ts";
import { readSource } from "../repository.ts";

interface MetricRow {
  /** Metrics with one explanation, with their labels as in `airlock_refusals_total{code}`. */
  readonly metrics: readonly string[];
  readonly at: string;
  readonly meaning: string;
  readonly alert: string;
}

const guide = "docs/operations.md";
const titles = { runtime: "Runtime", worker: "Worker", api: "Api", all: "Every process" } as const;
const kinds = new Map(metricEntries.map(([name, { kind }]) => [name, kind]));

/** The table of the guide, which `tests/monitoring` compares with the metrics that processes register. */
export function readMetrics(): readonly MetricRow[] {
  const rows = sectionOf(readSource(guide), "Metrics and alerts")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  return rows.map((line) => {
    const [, names = "", at = "", meaning = "", alert = ""] = line.split("|").map((text) => fromRoot(text.trim()));
    return { metrics: [...names.matchAll(/`([^`]+)`/g)].map(([, metric = ""]) => metric), at, meaning, alert };
  });
}

export function metricsPage(): string {
  const rows = readMetrics();
  const sections = Object.entries(titles).map(([at, title]) => {
    const own = rows.filter((row) => row.at === at);
    // Not a table: with their labels, names are too wide for a column.
    const items = own.map(({ metrics, meaning, alert }) => {
      const parts = [metrics.map(withKind).join(", "), meaning, ...(alert === "" ? [] : [`Alert: ${alert}`])];
      return `- ${parts.join("\n\n  ")}`;
    });
    return `## ${title}\n\n${items.join("\n")}`;
  });
  return `# Metrics

\`GET /metrics\` of a process returns its own section and *Every process*, in the format of Prometheus. [Operations](${guide}#metrics-and-alerts) explains how they are collected, and the
[runbook](docs/runbook.md) what to do about each alert.

${sections.join("\n\n")}
`;
}

function withKind(metric: string): string {
  const [name = "", labels = ""] = metric.replace("}", "").split("{");
  const by = labels === "" ? "" : ` by ${labels.split(",").join(", ")}`;
  return `\`${name}\` (${kinds.get(name) ?? "gauge of Prometheus itself"}${by})`;
}

/** Links of the guide, from the folder that generated pages have. */
function fromRoot(text: string): string {
  return text.replaceAll("](#", `](${guide}#`).replaceAll(/\]\((?=[\w-]+\.md)/g, "](docs/");
}
