/** `npm run fuzz -- --count 200000 --seed 1`: mutated definitions and inputs result in a value or a typed refusal, never anything else. */
import { parseArgs } from "node:util";
import { checkFuzz } from "./check-fuzz.ts";

const { values } = parseArgs({ options: { count: { type: "string", default: "200000" }, seed: { type: "string", default: "1" } } });
const report = await checkFuzz(Number(values.count), Number(values.seed));
const megabytes = Math.round(process.memoryUsage().heapUsed / 1e6);
console.log(
  `${report.tried} mutated definitions: ${report.parsed} parsed, ${report.compiled} compiled, ${report.ran} runs; ` +
    `slowest ${report.slowestMillis.toFixed(0)} ms, heap ${megabytes} MB, ${report.failures.length} failures.`,
);
for (const failure of report.failures) console.log(failure);
if (report.failures.length > 0 || report.slowestMillis > 1000) process.exitCode = 1;
