/**
 * npm run parity -- --flows 2000 [--seed 1]
 *
 * Generated flows and rows through compiled plans, the reference interpreter and SQL in the real ClickHouse engine: every value, reason code, link,
 * error and input problem must be the same, numbers to the bit. Flows with web calls and predictions are compared between the first two, and SQL must
 * refuse them. A difference prints the seed that reproduces it: npm run parity -- --flows 1 --seed <seed>
 */
import { parseArgs } from "node:util";
import { ClickHouse } from "./clickhouse.ts";
import { ParityCounts } from "./parity-counts.ts";
import { compareFlow, compareFlowWithEffects, hasEffects } from "./parity-seed.ts";

const { values } = parseArgs({ options: { flows: { type: "string", default: "300" }, seed: { type: "string", default: "1" } } });
const flows = Number(values.flows);
const firstSeed = Number(values.seed);

const database = new ClickHouse();
const counts = new ParityCounts();
const began = performance.now();
let failed = 0;
for (let seed = firstSeed; seed < firstSeed + flows; seed += 1) {
  try {
    const wrong = hasEffects(seed) ? await compareFlowWithEffects(seed, counts) : undefined;
    if (wrong !== undefined) {
      failed += 1;
      console.log(`seed ${seed}: ${wrong}`);
    }
    const differences = hasEffects(seed) ? [] : await compareFlow(seed, database, counts);
    const [first] = differences;
    if (first !== undefined) {
      failed += 1;
      console.log(`seed ${seed}: ${differences.length} differences, the first in row ${first.row}`);
      console.log(`  plans      ${JSON.stringify(first.plans)}`);
      console.log(`  ${first.backEnd.padEnd(10)} ${JSON.stringify(first.other)}`);
    }
  } catch (error) {
    failed += 1;
    console.log(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
  }
  if ((seed - firstSeed + 1) % 100 === 0) {
    console.log(`${seed - firstSeed + 1} flows, ${failed} with differences, ${Math.round((performance.now() - began) / 1000)} s`);
  }
}
database.close();
console.log(counts.text());
console.log(`${flows - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
