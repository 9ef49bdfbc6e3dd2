/**
 * `npm run faults -- --short|--long [--seed N] [--only name,name] [--minutes N] [--base 24000] [--planted answer-before-acknowledged]`: kills
 * processes, cuts connections and fills disks, and checks the guarantees. Real processes, real servers; the caller's journal is compared with
 * ClickHouse. `--minutes` is for `ten-million`, which then ends after the round in which the time is over.
 */
import { parseArgs } from "node:util";
import { plantedBug } from "../support/planted.ts";
import { createRandom } from "../support/random.ts";
import { totalsOf, type Findings, type Scenario } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";
import { createWorld, type World } from "./world.ts";

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    seed: { type: "string" },
    only: { type: "string" },
    minutes: { type: "string" },
    planted: { type: "string" },
    base: { type: "string", default: "24000" },
    name: { type: "string", default: "faults" },
  },
});
if (values.short === values.long) throw new Error("Say --short or --long.");
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
if (values.minutes !== undefined && (values.only !== "ten-million" || !(Number(values.minutes) > 0)))
  throw new Error("--minutes is a number, for --only ten-million.");
const limit = values.minutes === undefined ? {} : { seconds: Number(values.minutes) * 60 };
const names = scenarios.map(({ name }) => name);
const only = values.only?.split(",") ?? names;
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`There is no fault "${unknown.join('", "')}". There are: ${names.join(", ")}.`);
const chosen = scenarios.filter(({ name, short }) => only.includes(name) && (values.long || short !== undefined));
if (chosen.length === 0) throw new Error(`"${only.join('", "')}" is for long runs only.`);

if (values.planted !== undefined && values.planted !== "answer-before-acknowledged")
  throw new Error(`There is no bug "${values.planted}".`);
/** With a planted bug the run must fail, which shows that the scenario can detect it. */
const planted = values.planted === undefined ? {} : plantedBug(values.planted);

interface Result {
  readonly scenario: Scenario;
  readonly seconds: number;
  readonly findings: Findings | undefined;
  readonly failures: readonly string[];
}

const begun = performance.now();
console.log(`seed ${seed}`);
const results: Result[] = [];
for (const kind of ["single", "cluster"] as const) {
  const own = chosen.filter((scenario) => (scenario.world ?? "single") === kind);
  if (own.length > 0) await runAll(own, kind === "cluster");
}
printTable(results);
const failed = results.filter(({ failures }) => failures.length > 0).length;
console.log(`\nseed ${seed}, ${since(begun)} s`);
console.log(`${results.length - failed} passed, ${failed} failed`);
// A failed scenario may have left a connection open.
process.exit(failed === 0 ? 0 : 1);

async function runAll(own: readonly Scenario[], cluster: boolean): Promise<void> {
  const from = performance.now();
  const world = await createWorld({ name: values.name, base: Number(values.base), runtimes: 2, cluster, planted });
  console.log(`Airlock started after ${since(from)} s; logs and journals: ${world.instance.folder}`);
  try {
    for (const scenario of own) {
      console.log(`\n${scenario.name}: ${scenario.holds}`);
      const result = await runScenario(world, scenario);
      results.push(result);
      for (const { what, ok, found } of result.findings?.checks ?? []) console.log(`  ${ok ? "ok " : "NOT"} ${what}: ${found}`);
      if (result.findings === undefined) console.log(`  NOT ${result.failures.join("\n")}`);
    }
  } finally {
    await world.stop();
  }
}

async function runScenario(world: World, scenario: Scenario): Promise<Result> {
  const from = performance.now();
  try {
    await world.heal();
    const scale = (values.short ? scenario.short : undefined) ?? scenario.long;
    const findings = await scenario.run(world, { ...scale, ...limit }, createRandom(seed));
    const failures = findings.checks.filter(({ ok }) => !ok).map(({ what, found }) => `${what}: ${found}`);
    return { scenario, seconds: Number(since(from)), findings, failures };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { scenario, seconds: Number(since(from)), findings: undefined, failures: [message] };
  }
}

function printTable(all: readonly Result[]): void {
  const header = [
    "fault",
    "requested",
    "acknowledged",
    "refused",
    "unknown",
    "in ClickHouse",
    "came again",
    "lost",
    "doubled",
    "unexplained",
    "s",
    "",
  ];
  const rows = all.map(({ scenario, seconds, findings, failures }) => {
    const totals = totalsOf(findings ?? { seen: [] });
    const settled = findings?.settled;
    const numbers = [
      totals.requested,
      totals.acknowledged,
      totals.refused,
      totals.unknown,
      settled?.distinct ?? "-",
      settled === undefined ? "-" : settled.raw - settled.distinct,
      settled?.lost.length ?? "-",
      settled?.doubled.length ?? "-",
      settled?.unexplained.length ?? "-",
      seconds,
    ];
    return [scenario.name, ...numbers.map(String), failures.length === 0 ? "holds" : "FAILS"];
  });
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ");
  console.log(`\n${line(header)}`);
  for (const row of rows) console.log(line(row));
}

function since(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1);
}
