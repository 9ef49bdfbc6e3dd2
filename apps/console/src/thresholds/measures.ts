import { formatFixed, formatNumber } from "@airlock/flow/locale";
import type { MeasurableColumn, WhatIfFields, WhatIfQuestion } from "@airlock/contract";
import { number } from "../ui/format/numbers.ts";

/** A statistic of the rows with an outcome: the mean of a numeric column, or the share of a value of a text column. */
export type Measure = WhatIfQuestion["measures"][number];

/** As many as the api takes; its schema is not loaded for it. */
export const maxMeasures = 6;

/** A name to tell it apart by, in the address and in lists. */
export function keyOf({ column, value }: Measure): string {
  return JSON.stringify(value === undefined ? [column] : [column, value]);
}

/** Every possible measure, in the order of the columns. */
export function allMeasures(columns: readonly MeasurableColumn[]): readonly Measure[] {
  return columns.flatMap(({ name, type, values }): readonly Measure[] =>
    type === "STRING" ? values.map((value) => ({ column: name, value })) : [{ column: name }],
  );
}

/** The default: a yes/no column that is not an input of the flow, because that is usually the outcome of the decision. */
function firstMeasures(columns: readonly MeasurableColumn[], mapped: ReadonlySet<string>): readonly Measure[] {
  return columns
    .filter(({ name, isFlag }) => isFlag && !mapped.has(name))
    .slice(0, 1)
    .map(({ name }) => ({ column: name }));
}

/** The measures that the URL names, as far as they exist; the default ones if the URL has none. */
export function chosenMeasures(
  tell: string | undefined,
  columns: readonly MeasurableColumn[],
  mapped: ReadonlySet<string>,
): readonly Measure[] {
  if (tell === undefined) return firstMeasures(columns, mapped);
  const wanted = new Set(tell.split("\n"));
  return allMeasures(columns)
    .filter((measure) => wanted.has(keyOf(measure)))
    .slice(0, maxMeasures);
}

export function tellText(measures: readonly Measure[]): string {
  return measures.map(keyOf).join("\n");
}

export function isShare({ column, value }: Measure, columns: readonly MeasurableColumn[]): boolean {
  return value !== undefined || columns.find(({ name }) => name === column)?.isFlag === true;
}

/** `defaulted`, `status is late`, `mean of amount` */
export function measureText(measure: Measure, columns: readonly MeasurableColumn[]): string {
  if (measure.value !== undefined) return `${measure.column} is ${measure.value === "" ? "empty" : measure.value}`;
  return isShare(measure, columns) ? measure.column : `mean of ${measure.column}`;
}

type Mean = WhatIfFields["measures"][number]["outcomes"][number]["before"];

/** `1.90%` of a share, `16,240` of a mean; a dash where no record has a value. */
export function meanText({ mean }: Mean, share: boolean): string {
  if (mean === null) return "-";
  if (share) return `${formatFixed(mean * 100, 2)}%`;
  return Math.abs(mean) >= 1000 ? number(Math.round(mean)) : formatNumber(mean, { maximumSignificantDigits: 4 });
}
