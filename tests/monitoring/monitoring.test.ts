import { readFileSync } from "node:fs";
import { join } from "node:path";
import { problemCatalogue } from "@airlock/contract";
import { metricEntries } from "@airlock/platform";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../services/instance.ts";
import { alertCases } from "./alert-cases.ts";
import { readQueries } from "./dashboards.ts";
import { metricsIn } from "./metrics-in.ts";
import { readAlertRules, secondsOf } from "./rules.ts";

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const rules = readAlertRules();
const alerts = rules.map(({ alert }) => alert).toSorted();
const registered = new Map(metricEntries);
/** Series of Prometheus itself. */
const ofPrometheus = ["up", "ALERTS"];
const unknownIn = (expression: string) => metricsIn(expression).filter((name) => !registered.has(name) && !ofPrometheus.includes(name));

/** The table of docs/operations.md. */
const rows = read("docs/operations.md")
  .split("\n## Metrics and alerts\n")[1]
  ?.split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

describe("rules, dashboards and documents", () => {
  it("finds the metrics of an expression", () => {
    const expression = 'sum by (le, code) (rate(a_bucket{b="c"}[5m] offset 10m)) / on (d) group_left e > 0.5 and absent(f) or vector(1)';
    expect(metricsIn(expression)).toEqual(["a", "e", "f"]);
  });

  it("reads only metrics that processes register", () => {
    expect(rules.flatMap(({ alert, expr }) => unknownIn(expr).map((name) => `${alert}: ${name}`))).toEqual([]);
    const queries = readQueries();
    expect(queries.length).toBeGreaterThan(50);
    expect(queries.flatMap(({ where, expr }) => unknownIn(expr).map((name) => `${where}: ${name}`))).toEqual([]);
  });

  it("selects by labels that those metrics have, and by existing codes", () => {
    const common = ["job", "instance", "namespace", "le", "alertname", "alertstate"];
    for (const { where, expr } of [...rules.map(({ alert, expr }) => ({ where: alert, expr })), ...readQueries()]) {
      for (const [, metric = "", matchers = ""] of expr.matchAll(/([a-z_]+)\{([^}]*)\}/g)) {
        const known = [...common, ...(registered.get(metric.replace(/_bucket$/, ""))?.labels ?? [])];
        const labels = [...matchers.matchAll(/(\w+)=~?"/g)].map(([, label = ""]) => label);
        expect([where, labels.filter((label) => !known.includes(label))]).toEqual([where, []]);
      }
      for (const [, codes = ""] of expr.matchAll(/code=~?"([^"]*)"/g))
        expect([where, codes.split("|").filter((code) => !(code in problemCatalogue))]).toEqual([where, []]);
    }
  });

  it("documents every metric with its processes", () => {
    const documented = (rows ?? []).flatMap(([, names = "", at = ""]) =>
      [...names.matchAll(/`(\w+)(?:\{([\w,]+)\})?`/g)].map(([, name = "", labels = ""]) => ({ name, at, labels })),
    );
    const expected = metricEntries.map(([name, entry]) => ({
      name,
      at: entry.at.length === 3 ? "all" : entry.at.join(", "),
      labels: (entry.labels ?? []).join(","),
    }));
    const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
    expect(documented.filter(({ name }) => name !== "up").toSorted(byName)).toEqual(expected.toSorted(byName));
  });

  it("documents every alert in the row of a metric it reads, with its delay", () => {
    const documented = (rows ?? []).flatMap(([, names = "", , , text = ""]) =>
      text.split("; ").flatMap((part) => {
        const [, alert, link] = /^\[(\w+)\]\(([^)]*)\): /.exec(part) ?? [];
        if (alert === undefined) return [];
        const [, count = "0", unit = "s"] = / for (\d+) (s|min|h)\b/.exec(part) ?? [];
        return [{ alert, link, names, seconds: secondsOf(`${count}${unit === "min" ? "m" : unit}`) }];
      }),
    );
    expect(documented.map(({ alert }) => alert).toSorted()).toEqual(alerts);
    for (const { alert, link, names, seconds } of documented) {
      const rule = rules.find((one) => one.alert === alert);
      expect([alert, `docs/${link}`]).toEqual([alert, rule?.annotations.runbook_url]);
      expect([alert, seconds]).toEqual([alert, secondsOf(rule?.for)]);
      const reads = metricsIn(rule?.expr ?? "");
      // `absent` of a metric checks whether anything is scraped.
      const own = alert === "AirlockNoRuntime" ? ["up"] : reads;
      expect([alert, own.some((name) => names.includes(`\`${name}`))]).toEqual([alert, true]);
    }
  });

  it("has one case and one runbook entry per alert, and the link leads to it", () => {
    expect(Object.keys(alertCases).toSorted()).toEqual(alerts);
    expect(new Set(alerts).size).toBe(alerts.length);
    const runbook = read("docs/runbook.md");
    const headings = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, heading = ""]) => heading);
    expect(headings.toSorted()).toEqual(alerts);
    for (const { alert, annotations, labels } of rules) {
      expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
      const entry = runbook.split(`\n### ${alert}\n`)[1]?.split("\n#")[0] ?? "";
      expect([alert, /^\*\*(\w+)\.\*\* /m.exec(entry)?.[1]?.toLowerCase()]).toEqual([alert, labels.severity]);
      expect([alert, /^- \*\*Check\*\*: /m.test(entry), /^- \*\*Fix\*\*: /m.test(entry)]).toEqual([alert, true, true]);
    }
  });
});
