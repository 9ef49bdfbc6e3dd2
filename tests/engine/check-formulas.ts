import { compile, evaluate, readInput, type Plan } from "@airlock/engine";
import type { FieldType } from "@airlock/flow";
import { Decimal } from "decimal.js";
import { build, formulas } from "./build.ts";
import { inARow } from "./decide.ts";
import { Random } from "./random.ts";

export interface FormulasReport {
  readonly roundings: number;
  /** Roundings that differ from those of decimal.js. */
  readonly wrongRoundings: number;
  /** How many of the same numbers `Math.round` on a product of the double rounds wrongly. */
  readonly plainWrong: number;
  readonly dates: number;
  /** Dates that differ from those of V8. */
  readonly wrongDates: number;
}

const modes = {
  round: Decimal.ROUND_HALF_UP,
  roundHalfEven: Decimal.ROUND_HALF_EVEN,
  roundUp: Decimal.ROUND_UP,
  roundDown: Decimal.ROUND_DOWN,
} as const;
const modeNames = ["round", "roundHalfEven", "roundUp", "roundDown"] as const;

/** Rounding in every mode compared with decimal.js, and parts of dates compared with V8's calendar, through the engine's public interface. */
export function checkFormulas(count: number, seed: number): FormulasReport {
  const random = new Random(seed);
  const report = { roundings: 0, wrongRoundings: 0, plainWrong: 0, dates: 0, wrongDates: 0 };
  for (let done = 0; done < count; done += 1) {
    const digits = random.pick([0, 1, 2, 2, 2, 3, 6, 11, 12]);
    const x = nearHalf(random, digits);
    const mode = random.pick(modeNames);
    const wanted = new Decimal(x).toDecimalPlaces(digits, modes[mode]);
    report.roundings += 1;
    if (!wanted.eq(Number(result(`${mode}(a, ${digits})`, "Float", "Float", x)))) report.wrongRoundings += 1;
    const plain = Math.round(x * 10 ** digits) / 10 ** digits;
    if (x > 0 && !new Decimal(x).toDecimalPlaces(digits, modes.round).eq(plain)) report.plainWrong += 1;

    const day = random.between(-719_162, 2_932_896);
    const date = new Date(day * 86_400_000);
    const formula =
      'year(addDays(date("1970-01-01"), a)) * 10000 + month(addDays(date("1970-01-01"), a)) * 100 + day(addDays(date("1970-01-01"), a))';
    report.dates += 1;
    const parts = date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
    if (result(formula, "Integer", "Integer", day) !== parts) report.wrongDates += 1;
  }
  return report;
}

/** Mostly numbers at, just below or just above a half of the last kept digit. */
function nearHalf(random: Random, digits: number): number {
  const whole = random.between(0, 10 ** random.between(0, 9));
  const kept = digits === 0 ? "" : String(random.between(0, 10 ** Math.min(digits, 9) - 1)).padStart(digits, "0");
  const rest = random.pick(["5", "49", "51", "499", "501", "25", "0", "9"]).slice(0, Math.max(0, 12 - digits));
  const text = `${whole}.${kept}${rest}0`;
  const inForm = Number(new Decimal(text).toSignificantDigits(15).toFixed(12));
  return (random.chance(0.5) ? -inForm : inForm) + 0;
}

const plans = new Map<string, Plan>();

function result(formula: string, a: FieldType, r: FieldType, value: number): unknown {
  let plan = plans.get(formula);
  if (plan === undefined) {
    const compiled = compile(build(inARow({ application: { a }, runtime: { r }, nodes: [formulas("n", `r := ${formula}`)] })));
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.findings));
    ({ plan } = compiled);
    plans.set(formula, plan);
  }
  const read = readInput(plan, { a: value });
  if (!read.ok) throw new Error(`${value} should be accepted`);
  return evaluate(plan, read.input).runtimeData["r"];
}
