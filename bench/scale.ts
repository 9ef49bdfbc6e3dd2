/**
 * Unit figures for planning an installation, and how they grow: versions, organisations and runtimes of the data plane; processor time and bytes of a decision
 * from the call to the chart; rows per second of one worker. Growth with the number of stored executions is measured by `npm run bench:executions`.
 *
 * `npm run bench:scale -- [--only versions,organisations,runtimes,calls] [--seconds 10]`
 */
import { parseArgs } from "node:util";
import { measureCalls } from "./scale/call-to-chart.ts";
import { measureOrganisations, measureRuntimes, measureVersions } from "./scale/data-plane.ts";
import { goalGrowth, growthOf, printGrowth, shown, type Growth } from "./scale/growth.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "calls,versions,organisations,runtimes" },
    seconds: { type: "string", default: "10" },
    rates: { type: "string", default: "100,400" },
    backlog: { type: "string", default: "20000" },
  },
});
const chosen = options.only.split(",");
const seconds = Number(options.seconds);
const grown: Growth[] = [];

function show(title: string, figures: readonly Growth[]): void {
  printGrowth(title, figures);
  grown.push(...figures);
}

if (chosen.includes("calls")) {
  const { costs, stages } = await measureCalls({ rates: options.rates.split(",").map(Number), seconds, backlog: Number(options.backlog) });
  const names = Object.keys(costs[0]?.perThousand ?? {}) as (keyof (typeof costs)[number]["perThousand"])[]; // The keys of a literal.
  const total = ({ perThousand }: (typeof costs)[number]) => names.reduce((sum, name) => sum + perThousand[name], 0);
  console.log(`\n| processor ms of 1,000 decisions | ${costs.map(({ rate }) => `${rate}/s`).join(" | ")} |`);
  console.log(`|---|${costs.map(() => "---|").join("")}`);
  for (const name of names) console.log(`| ${name} | ${costs.map((cost) => shown(Math.max(0, cost.perThousand[name]))).join(" | ")} |`);
  show("from call to chart, by decisions per second", [
    { what: "processor time of 1,000 decisions", unit: "ms", values: new Map(costs.map((cost) => [cost.rate, total(cost)])) },
  ]);
  console.log(`
| one execution | |
|---|---|
| request | ${shown(stages.requestBytes)} B |
| in JetStream | ${shown(stages.streamBytes)} B |
| in ClickHouse, before compression | ${shown(stages.storedBytes)} B |
| in ClickHouse, on disk | ${shown(stages.compressedBytes)} B |
| rows that one worker stores per second | ${shown(stages.sinkRowsPerSecond)} |
| processor time of worker and ClickHouse for 1,000 rows of a backlog | ${shown(stages.sinkMillis)} ms |`);
}
if (chosen.includes("versions")) show("versions in one runtime", await measureVersions({ seconds }));
if (chosen.includes("organisations")) show("organisations that call one runtime", await measureOrganisations({ seconds }));
if (chosen.includes("runtimes")) show("runtimes", await measureRuntimes());

const over = grown.filter((figure) => growthOf(figure) > goalGrowth && figure.why === undefined);
for (const figure of over) console.log(`Grows by ${growthOf(figure).toFixed(2)}: ${figure.what}.`);
console.log(`${grown.length - over.length} passed, ${over.length} failed`);
