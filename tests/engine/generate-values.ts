import type { FieldType } from "@airlock/flow";
import type { Random } from "./random.ts";

/** Names that mean something to JavaScript or SQL, and ordinary ones. The validator accepts all of them. */
export const fieldNames = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "select",
  "null",
  "Infinity",
  "NaN",
  "age",
  "income",
  "score",
  "_",
  "9lives",
  "日本語",
  "naïve",
  "données_été",
  "ключ",
  "v1",
  "length",
  "prototype",
  "then",
  "toJSON",
  "_row",
  "number",
  "array",
] as const;

const texts = [
  "",
  "a",
  "A",
  " a",
  "a ",
  "0",
  "null",
  "__proto__",
  "é",
  "e\u0301",
  "日本",
  "🎈",
  "'; DROP TABLE x; --",
  '"',
  "\\",
  "\n",
  "NL",
  "DE",
  "%",
  "\\N",
  "2026-01-31",
  "2024-02-29",
  "2023-02-29",
  "0001-01-01",
  "9999-12-31",
  "0000-01-01",
  "2026-13-01",
  "2026-1-31",
  "  Ångström ",
  "\u00a0\tΑΣ ς\u3000",
  "İıŉſßẞ µÿŸ",
  "ЖжѢӀ և Ǆ ﬀ",
];

const wholes = [0, 1, -1, 2, 3, 7, 10, 18, 21, 65, 100, 999, 1000, 1001, 25000, 123456, -40];
const largeWholes = [
  9007199254740991, -9007199254740991, 9007199254740990, 4503599627370496, 94906265, 94906266, 999999999999999, 1000000000000000,
];
const decimals = [
  0, 0.1, 0.2, 0.3, 0.5, 1, 1.1, 2.5, 3.14, 9.99, 10, 99.95, 100, 999.999, 1000.1, 12345.67, -0.1, -2.5, 1000000.1, 0.07, 0.05,
];
const extremeDecimals = [
  1e-12, -1e-12, 1e-7, 999999999999999, -999999999999999, 99999999999999.9, 123456789012.345, 0.000000000123, 999.999999999999,
  500000000000000,
];

const days = ["1970-01-01", "1969-12-31", "2000-02-29", "1900-02-28", "1900-03-01", "2024-02-29", "2026-11-17", "2026-12-31", "2027-01-01"];
const extremeDays = ["0001-01-01", "0001-03-01", "0400-02-29", "1582-10-15", "2299-12-31", "2300-01-01", "9999-12-31"];

function dayOf(random: Random): string {
  if (random.chance(0.06)) return random.pick(extremeDays);
  if (random.chance(0.5)) return random.pick(days);
  return `${random.between(1950, 2050)}-${String(random.between(1, 12)).padStart(2, "0")}-${String(random.between(1, 28)).padStart(2, "0")}`;
}

/** A value in the engine's form, or a Boolean or Date as a user types it; occasionally one that makes sums overflow. */
export function valueOf(type: FieldType, random: Random): string | number {
  if (type === "String") return random.pick(texts);
  if (type === "Boolean") return random.pick(["true", "false"]);
  if (type === "Date") return dayOf(random);
  const extreme = random.chance(0.06);
  if (type === "Integer") {
    if (extreme) return random.pick(largeWholes);
    return random.chance(0.5) ? random.pick(wholes) : random.between(-2000, 2000);
  }
  if (extreme) return random.pick(extremeDecimals);
  if (random.chance(0.5)) return random.pick(decimals);
  return Number((random.next() * 10 ** random.between(0, 6) - 10).toFixed(random.between(0, 6)));
}

/** The same as a user types it. */
export function literalOf(type: FieldType, random: Random): string {
  const value = valueOf(type, random);
  return typeof value === "string" ? value : plain(value);
}

export function plain(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(12).replace(/0+$/, "") : text;
}

/** What a caller sends: the value itself, sometimes as text, sometimes nothing; Floats also with more digits than are kept. */
export function sentValue(type: FieldType, random: Random): unknown {
  if (random.chance(0.12)) return random.pick([undefined, null, type === "String" ? undefined : ""]);
  const value = valueOf(type, random);
  if (type === "Boolean" && random.chance(0.8)) return value === "true";
  if (typeof value === "string") return value;
  if (random.chance(0.1)) return plain(value);
  if (type === "Float" && Math.abs(value) < 1e14 && random.chance(0.1)) return value * (1 + random.next() * 1e-14);
  return value;
}
