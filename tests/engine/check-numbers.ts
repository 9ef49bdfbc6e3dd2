import { Decimal } from "decimal.js";
import { work } from "./number-engine.ts";
import { Random } from "./random.ts";

export interface NumbersReport {
  readonly operations: number;
  /** Exact results of at most 15 digits, 12 of them after the point. */
  readonly fitting: number;
  readonly wrong: number;
  /** Results that do not fit the digits and are more than one unit of the last kept digit off. */
  readonly far: number;
  readonly plainWrong: number;
}

const exact = Decimal.clone({ precision: 60 });

/** Random realistic operations compared with decimal.js: prices, rates, shares and large amounts, added, subtracted, multiplied, divided. */
export function checkNumbers(operations: number, seed: number): NumbersReport {
  const random = new Random(seed);
  const count = { fitting: 0, wrong: 0, far: 0, plainWrong: 0 };
  for (let done = 0; done < operations; done += 1) {
    const a = realistic(random);
    const b = realistic(random);
    const operator = random.pick(["+", "-", "*", "/"] as const);
    if (operator === "/" && b === 0) continue;
    const x = new exact(a);
    const answer = operator === "+" ? x.plus(b) : operator === "-" ? x.minus(b) : operator === "*" ? x.times(b) : x.div(b);
    const given = work(operator, a, b);
    if (answer.abs().gte(1e15)) {
      if (!Number.isNaN(given)) count.far += 1;
    } else if (answer.precision() <= 15 && answer.decimalPlaces() <= keptPlaces(operator, a, b, answer)) {
      count.fitting += 1;
      if (!answer.eq(given)) count.wrong += 1;
      if (!answer.eq(operator === "+" ? a + b : operator === "-" ? a - b : operator === "*" ? a * b : a / b)) count.plainWrong += 1;
    } else {
      const unit = new exact(10).pow(-keptPlaces(operator, a, b, answer));
      if (Number.isNaN(given) ? answer.abs().lt("999999999999999") && !isNearBound(operator, a, b) : answer.minus(given).abs().gt(unit))
        count.far += 1;
    }
  }
  return { operations, ...count };
}

/** Digits that are kept after the point at that size: of the operands for a sum, of the result otherwise. */
function keptPlaces(operator: string, a: number, b: number, answer: Decimal): number {
  const size = operator === "+" || operator === "-" ? new exact(a).abs().plus(new exact(b).abs()) : answer.abs();
  let places = 12;
  for (let bound = 1e3; size.gte(bound); bound *= 10) places -= 1;
  return places;
}

const isNearBound = (operator: string, a: number, b: number): boolean =>
  (operator === "+" || operator === "-") && Math.abs(a) + Math.abs(b) >= 999999999999999;

function realistic(random: Random): number {
  const kind = random.below(6);
  if (kind === 0) return random.between(-1000, 100_000);
  if (kind === 1) return random.between(0, 10_000_000) / 100;
  if (kind === 2) return random.between(0, 100_000) / 1_000_000;
  if (kind === 3) return random.between(0, 1000) / 10;
  if (kind === 4) return Number(`${random.between(0, 999_999)}${random.between(0, 999_999)}.${random.between(0, 999)}`);
  return random.between(1, 999_999) / 10 ** random.between(0, 9);
}
