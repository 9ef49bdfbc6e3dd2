import { findingCatalogue, kinds, type ProductionFindingCode } from "@airlock/flow";
import { metricEntries } from "@airlock/platform";
import { expect, it } from "vitest";
import { readSource } from "../repository.ts";
import { apiPages } from "./api.ts";
import { commandsPage, readCommands, readScripts } from "./commands.ts";
import { findingsPage } from "./findings.ts";
import { kindsPage } from "./kinds.ts";
import { metricsPage, readMetrics } from "./metrics.ts";
import { readSettings } from "./settings.ts";

it("explains every setting, with its default and the processes that read it", () => {
  const settings = readSettings();
  expect(settings.length).toBeGreaterThan(50);
  expect(settings.filter(({ meaning }) => meaning === "").map(({ name }) => name)).toEqual([]);
  expect(settings.filter(({ processes }) => processes.length === 0).map(({ name }) => name)).toEqual([]);
  expect(settings.find(({ name }) => name === "AIRLOCK_RATE_LIMIT")).toMatchObject({ initial: "1200", processes: ["api"] });
  expect(settings.find(({ name }) => name === "AIRLOCK_OIDC_ISSUER")).not.toHaveProperty("initial");
});

it("has every metric once, with its type", () => {
  const names = readMetrics().flatMap(({ metrics }) => metrics.map((metric) => metric.replace(/\{.*/, "")));
  expect(names.toSorted()).toEqual([...metricEntries.map(([name]) => name), "up"].toSorted());
  const page = metricsPage();
  expect(page).toContain("- `airlock_decisions_total` (counter by solution, version, arm, status)\n\n  decisions made, ");
  expect(page).toContain("(docs/runbook.md#airlocknodecisions)");
  const shown = page.match(/`\w+` \((?:counter|gauge|histogram)/g) ?? [];
  expect(shown.length).toBe(metricEntries.length + 1);
});

it("has every script of package.json with what it does and runs", () => {
  const scripts = readScripts();
  const commands = readCommands();
  const named = new Set(commands.flatMap((row) => row.scripts));
  expect([...scripts.keys()].filter((script) => !named.has(script))).toEqual([]);
  expect([...named].filter((script) => !scripts.has(script))).toEqual([]);
  expect(commands.filter(({ meaning }) => meaning === "")).toEqual([]);
  const page = commandsPage();
  expect(page.indexOf("\n## On a running instance\n")).toBeLessThan(page.indexOf("\n## Every day\n"));
  expect(page).toContain("- `npm run audit:verify`: runs `node database/audit-verify.ts`\n\n  recomputes the hashes");
});

it("has every finding with a whole sentence", () => {
  const page = findingsPage();
  for (const code of Object.keys(findingCatalogue)) expect(page).toContain(`| \`${code}\` | `);
  const reported: readonly ProductionFindingCode[] = ["VALUE_NOT_LISTED", "ROW_NOT_MATCHED"];
  for (const code of reported) expect(page).toContain(`| \`${code}\` | `);
  expect(page).not.toMatch(/undefined|NaN|\[object/);
  expect(page).toContain("The link from {from} to {to} is loose. Drag its end onto a node or delete it.");
});

it("has every kind of node", () => {
  const page = kindsPage();
  for (const { typeLabel } of Object.values(kinds)) expect(page).toContain(`\n## ${typeLabel}\n`);
});

it("has every call of the API with its permission, body and errors", () => {
  const pages = apiPages();
  const text = pages.map((page) => page.text).join("\n");
  const { paths } = JSON.parse(readSource("packages/contract/openapi.json")) as { readonly paths: Readonly<Record<string, object>> };
  const calls = Object.values(paths).flatMap((path) =>
    Object.keys(path).filter((method) => /^(?:get|post|put|patch|delete)$/.test(method)),
  );
  expect(calls.length).toBeGreaterThan(190);
  expect(text.match(/^```http$/gm)).toHaveLength(calls.length);
  const solutions = pages.find(({ at }) => at === "reference/api/solutions")?.text ?? "";
  expect(solutions).toContain("Permission: `solutions.create`.");
  expect(solutions).toContain("`SOLUTION_KEY_TAKEN` (409)");
  expect(text).not.toContain("undefined");
});
