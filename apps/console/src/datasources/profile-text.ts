import type { ColumnProfile } from "@airlock/contract";
import { number, percentText } from "../ui/format/numbers.ts";

type Counts = Pick<ColumnProfile, "distinct" | "distinctIsExact">;

/** Below this an estimate of ClickHouse is exact. */
const surelyExact = 1_000;

/** `59,852`, or `about 2,410,000` where it is an estimate. */
export function distinctText({ distinct, distinctIsExact = false }: Counts): string {
  return distinctIsExact || distinct < surelyExact ? number(distinct) : `about ${number(Number(distinct.toPrecision(3)))}`;
}

/** `3,629 (6.1%)` of all records. */
export function missingText({ missing }: Pick<ColumnProfile, "missing">, records: number | null): string {
  if (missing === 0 || records === null || records === 0) return number(missing);
  const share = missing / records;
  return `${number(missing)} (${share < 0.001 ? "under 0.1%" : percentText(share)})`;
}

const isoDate = /^\d{4}-\d{2}-\d{2}(T|$)/;

/** The range of numbers, and of dates that begin with the year. Other texts have no meaningful range. */
export function rangeText({ min, max }: Pick<ColumnProfile, "min" | "max">): string {
  if (typeof min === "string" && typeof max === "string" && isoDate.test(min) && isoDate.test(max)) {
    return min === max ? min : `${min} to ${max}`;
  }
  if (typeof min !== "number" || typeof max !== "number") return "-";
  return min === max ? number(min) : `${number(min)} to ${number(max)}`;
}

/** `mean 43.1, median 41`. */
export function centreText({ mean, median }: Pick<ColumnProfile, "mean" | "median">): string {
  if (mean === null) return "-";
  return typeof median === "number" ? `${number(mean)} / ${number(median)}` : number(mean);
}

/** `employed 412, retired 88`. */
export function frequentText({ frequent }: Pick<ColumnProfile, "frequent">, count = frequent.length): string {
  return frequent
    .slice(0, count)
    .map(({ value, count: rows }) => `${value === "" ? "(empty)" : value} ${number(rows)}`)
    .join(", ");
}
