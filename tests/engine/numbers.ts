/** `npm run numbers -- --count 1000000 --seed 1`: the engine's arithmetic against decimal.js. */
import { parseArgs } from "node:util";
import { checkNumbers } from "./check-numbers.ts";

const { values } = parseArgs({ options: { count: { type: "string", default: "1000000" }, seed: { type: "string", default: "1" } } });
const report = checkNumbers(Number(values.count), Number(values.seed));
console.log(
  `${report.operations} operations; ${report.fitting} exact answers fit the digits: ${report.wrong} wrong (plain doubles: ${report.plainWrong}); ` +
    `of the others ${report.far} are more than one unit of the last digit away.`,
);
if (report.wrong > 0 || report.far > 0) process.exitCode = 1;
