import { formatNumber } from "@airlock/flow/locale";
import type { FieldType } from "@airlock/flow";
import { notDecided } from "@airlock/contract/comparison-outcome";
import type { Channel, ChannelType } from "./chart/chart-spec.ts";
import { niceStep } from "../../parts/charts/ticks.ts";

/** What is known of a field over every record of a result. */
export interface KnownField {
  readonly name: string;
  readonly min: number | string | null;
  readonly max: number | string | null;
  readonly type?: FieldType;
  /** Records that have no value there. */
  readonly nulls?: number;
}

/** A field is nominal if its smallest value is empty or not a number. */
export function kindOf({ min }: Pick<KnownField, "min">): ChannelType {
  return min === null || min === "" || !Number.isFinite(Number(min)) ? "nominal" : "quantitative";
}

export const isApplication = (field: string) => field.startsWith("application");
/** A column of the datasource that came along, whether a field takes it or not. */
export const isCarried = (field: string) => field.startsWith("carried.");

/** The name of the field or column alone. */
export const plainName = (field: string) => field.replace(/^(application|runtime|carried)\./, "");

const outcomeTexts: Readonly<Record<string, string>> = { completed: "Completed", failed: "Failed", refused: notDecided };

/** A text value as it is shown: how a row ended has its words, every other is shown as it is. */
export function shownText(field: string, value: string): string {
  return field === "outcome" ? (outcomeTexts[value] ?? value) : value;
}

export const mayBin = ({ type }: Pick<Channel, "type">) => type === "quantitative" || type === "ordinal";
export const mayLog = ({ type }: Pick<Channel, "type">) => type === "quantitative";

/** A quarter of the range; something that can be drawn where the range is nothing. */
export function defaultStep({ min, max }: Pick<KnownField, "min" | "max">): number {
  const range = Number(max) - Number(min);
  return Number.isFinite(range) && range > 0 ? Number((range / 4).toPrecision(12)) : 1;
}

/** About this many bars show the shape of a distribution. */
const usualBars = 20;

/** The step of a histogram: 1, 2 or 5 times a power of ten, a whole number for whole numbers. */
export function barStep({ min, max, type }: Pick<KnownField, "min" | "max" | "type">): number {
  const range = Number(max) - Number(min);
  const spread = range > 0 ? range : type === "Integer" ? 1 : Math.abs(Number(max)) || 1;
  const step = niceStep(spread, usualBars);
  return type === "Integer" ? Math.max(1, step) : step;
}

/** How a channel reads its field, in two words. */
export function readingOf({ type, bin, scale }: Channel): string {
  const steps = bin === undefined ? undefined : `steps of ${formatNumber(bin.step, { maximumSignificantDigits: 6 })}`;
  if (type === "nominal") return "by value";
  if (type === "ordinal") return steps ?? "each value";
  const scaled = scale === undefined ? "linear" : "log";
  return steps === undefined ? scaled : scale === undefined ? steps : "log, in steps";
}
