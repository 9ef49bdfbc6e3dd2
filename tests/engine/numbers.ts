/** `npm run numbers -- --count 1000000 --seed 1`: the engine's arithmetic and rounding compared with decimal.js, its dates with V8's. */
import { parseArgs } from "node:util";
import { checkFormulas } from "./check-formulas.ts";
import { checkNumbers } from "./check-numbers.ts";

const { values } = parseArgs({ options: { count: { type: "string", default: "1000000" }, seed: { type: "string", default: "1" } } });
const report = checkNumbers(Number(values.count), Number(values.seed));
console.log(
  `${report.operations} operations; ${report.fitting} exact answers fit the digits: ${report.wrong} wrong (plain doubles: ${report.plainWrong}); ` +
    `of the others ${report.far} are more than one unit of the last digit away.`,
);
const formulas = checkFormulas(Math.ceil(Number(values.count) / 10), Number(values.seed));
console.log(
  `${formulas.roundings} roundings: ${formulas.wrongRoundings} wrong (plain doubles: ${formulas.plainWrong}); ${formulas.dates} dates: ${formulas.wrongDates} wrong.`,
);
if (report.wrong > 0 || report.far > 0 || formulas.wrongRoundings > 0 || formulas.wrongDates > 0) process.exitCode = 1;
