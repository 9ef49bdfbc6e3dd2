/** Rules [NU2] to [NU12], written from SPEC.md and not from `number.ts`. A failure is a code; operands are never missing here. */
export type NumberFailure = "NUMBER_OVERFLOW" | "INTEGER_OVERFLOW" | "DIVISION_BY_ZERO" | "NOT_AN_INTEGER" | "NOT_A_REAL_NUMBER";
export type NumberResult = number | NumberFailure;

/** To the nearest whole number, half to even, never -0. Written out, where the rule itself adds and subtracts M. */
function nearestWhole(x: number): number {
  const below = Math.floor(x);
  const rest = x - below;
  const up = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return (up ? below + 1 : below) + 0;
}

/** [NU2] */
export function normalise(x: number, m: number): NumberResult {
  if (!(m < 999_999_999_999_999.5)) return "NUMBER_OVERFLOW";
  let bound = 1e3;
  let k = 1e12;
  while (m >= bound) {
    bound *= 10;
    k /= 10;
  }
  return nearestWhole(x * k) / k;
}

/** [NU3] [NU4] [NU5] [NU9] */
export function operateOnFloats(operator: string, a: number, b: number): NumberResult {
  if (operator === "+") return normalise(a + b, Math.abs(a) + Math.abs(b));
  if (operator === "-") return normalise(a - b, Math.abs(a) + Math.abs(b));
  if (operator === "*") return normalise(a * b, Math.abs(a * b));
  if (operator === "/") return b === 0 ? "DIVISION_BY_ZERO" : normalise(a / b, Math.abs(a / b));
  return power(a, b);
}

/** [NU6] */
export function operateOnIntegers(operator: string, a: number, b: number): NumberResult {
  const exact = operator === "+" ? BigInt(a) + BigInt(b) : operator === "-" ? BigInt(a) - BigInt(b) : BigInt(a) * BigInt(b);
  const largest = 2n ** 53n - 1n;
  return exact > largest || exact < -largest ? "INTEGER_OVERFLOW" : Number(exact);
}

/** [NU8] */
export function store(value: number, valueType: string, fieldType: string): NumberResult {
  if (fieldType === "Float") return normalise(value, Math.abs(value));
  if (valueType === "Float" && !Number.isInteger(value)) return "NOT_AN_INTEGER";
  return value;
}

/** [NU9] [NU10] */
function power(a: number, b: number): NumberResult {
  if (Number.isInteger(b) && Math.abs(b) < 1024) {
    if (a === 0 && b < 0) return "DIVISION_BY_ZERO";
    const p = wholePower(a, Math.abs(b));
    const x = b >= 0 ? p : 1 / p;
    return normalise(x, Math.abs(x));
  }
  if (a < 0) return "NOT_A_REAL_NUMBER";
  if (a === 0) return b > 0 ? 0 : "DIVISION_BY_ZERO";
  if (b === 0.5) return normalise(Math.sqrt(a), Math.sqrt(a));
  return powerBySeries(a, b);
}

function wholePower(a: number, exponent: number): number {
  let result = 1;
  let base = a;
  // The exponent in binary, lowest digit first: each digit is one turn of the rule's loop.
  const digits = exponent === 0 ? [] : exponent.toString(2).split("").reverse();
  for (const [turn, digit] of digits.entries()) {
    if (digit === "1") result = result * base;
    if (turn < digits.length - 1) base = base * base;
  }
  return result;
}

/** [NU11] */
function powerBySeries(a: number, b: number): NumberResult {
  const H = 0.6931471803691238;
  const L = 1.9082149292705877e-10;

  let e = 0;
  while (a / 2 ** e >= 1.4142135623730951) e += 1;
  while (a / 2 ** e < 0.7071067811865476) e -= 1;
  const m = a / 2 ** e;
  const s = (m - 1) / (m + 1);
  let t = 0;
  for (let odd = 23; odd >= 3; odd -= 2) t = (t + 2 / odd) * (s * s);
  const y = b * (e * H + (e * L + (2 * s + s * t)));
  if (y > 35) return "NUMBER_OVERFLOW";
  if (y < -29) return 0;

  const n = nearestWhole(y * 1.4426950408889634);
  const r = y - n * H - n * L;
  t = 0;
  for (let i = 15; i >= 2; i -= 1) t = (t + 1 / factorial(i)) * r;
  const x = (1 + (r + r * t)) * 2 ** n;

  let bound = 1;
  for (const k of [1e12, 1e11, 1e10, 1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1]) {
    if (x < bound) return nearestWhole(x * k) / k;
    bound *= 10;
  }
  if (x < 1e13) return nearestWhole(x / 10) * 10;
  if (x < 1e14) return nearestWhole(x / 100) * 100;
  if (x < 999_999_999_999_500) return nearestWhole(x / 1000) * 1000;
  return "NUMBER_OVERFLOW";
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}
