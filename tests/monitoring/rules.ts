import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { projectRoot } from "../../services/instance.ts";

const alertRule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(["critical", "warning", "info"]) }),
  annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
});
const rulesFile = z.strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(alertRule) })) });

export type AlertRule = z.output<typeof alertRule>;

export const rulesPath = join(projectRoot, "deploy/prometheus/rules.yaml");

export function readAlertRules(): readonly AlertRule[] {
  return rulesFile.parse(parse(readFileSync(rulesPath, "utf8"))).groups.flatMap(({ rules }) => rules);
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

export function secondsOf(duration = "0s"): number {
  const [, count = "", unit = ""] = /^(\d+)([smh])$/.exec(duration) ?? [];
  const seconds = Number(count) * (units[unit] ?? Number.NaN);
  if (Number.isNaN(seconds)) throw new Error(`"${duration}" is not a duration of a rule.`);
  return seconds;
}
