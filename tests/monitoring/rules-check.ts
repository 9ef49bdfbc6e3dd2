/**
 * `npm run rules:check`: promtool checks deploy/prometheus, tests each alert, and must detect every mutant of each alert. Names of metrics,
 * dashboards and documents are compared in monitoring.test.ts, which needs no Prometheus.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { stringify } from "yaml";
import { installPrometheus } from "../../services/install/prometheus.ts";
import { projectRoot } from "../../services/instance.ts";
import { alertCases } from "./alert-cases.ts";
import { mutantsOf } from "./mutants.ts";
import { promtoolFile } from "./promtool-file.ts";
import { readAlertRules, rulesPath, type AlertRule } from "./rules.ts";

const execute = promisify(execFile);
const promtool = (...args: readonly string[]) =>
  execute("promtool", args, { maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
    (error: Error & { stdout?: string; stderr?: string }) => ({
      ok: false,
      output: `${error.stdout ?? ""}${error.stderr ?? error.message}`,
    }),
  );

await installPrometheus();
for (const command of [
  ["check", "config", join(projectRoot, "deploy/prometheus/prometheus.yaml")],
  ["check", "rules", rulesPath],
]) {
  const { ok, output } = await promtool(...command);
  if (!ok) throw new Error(`promtool ${command.join(" ")}\n${output}`);
}

const folder = await mkdtemp(join(tmpdir(), "airlock-rules-"));
const failures: string[] = [];
let mutants = 0;
try {
  const rules = readAlertRules();
  for (const [index, rule] of rules.entries()) {
    const verdict = await judge(`${index}`, rule, rule);
    if (!verdict.ok) failures.push(`${rule.alert}: ${verdict.output}`);
    for (const [number, mutant] of mutantsOf(rule).entries()) {
      mutants += 1;
      if ((await judge(`${index}-${number}`, rule, mutant.rule)).ok)
        failures.push(`${rule.alert}: its test passes although it ${mutant.what}.`);
    }
  }
  console.log(`${rules.length} alerts tested, ${mutants} wrong versions of them tried.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(`FAILED ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Whether the case of the alert passes for a rule, which may be a mutant. */
async function judge(name: string, right: AlertRule, given: AlertRule): Promise<{ readonly ok: boolean; readonly output: string }> {
  const found = alertCases[right.alert];
  if (found === undefined) return { ok: false, output: "there is no case for it in alert-cases.ts." };
  const rulesFile = join(folder, `${name}-rules.yaml`);
  const testFile = join(folder, `${name}-test.yaml`);
  await writeFile(rulesFile, stringify({ groups: [{ name: "judged", rules: [given] }] }));
  await writeFile(testFile, promtoolFile(rulesFile, right, found));
  return promtool("test", "rules", testFile);
}
