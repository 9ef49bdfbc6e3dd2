import type { Channel, ChannelType } from "./chart-spec.ts";

/** What is known of a field over every record of a result. */
export interface KnownField {
  readonly name: string;
  readonly min: number | string | null;
  readonly max: number | string | null;
}

/** A field is nominal if its smallest value is empty or not a number. */
export function kindOf({ min }: Pick<KnownField, "min">): ChannelType {
  return min === null || min === "" || !Number.isFinite(Number(min)) ? "nominal" : "quantitative";
}

export const isApplication = (field: string) => field.startsWith("application");

export const mayBin = ({ type }: Pick<Channel, "type">) => type === "quantitative" || type === "ordinal";
export const mayLog = ({ type }: Pick<Channel, "type">) => type === "quantitative";

/** A quarter of the range; something that can be drawn where the range is nothing. */
export function defaultStep({ min, max }: Pick<KnownField, "min" | "max">): number {
  const range = Number(max) - Number(min);
  return Number.isFinite(range) && range > 0 ? Number((range / 4).toPrecision(12)) : 1;
}

/** How a channel reads its field, in two words. */
export function readingOf({ type, bin, scale }: Channel): string {
  const steps = bin === undefined ? undefined : `steps of ${bin.step.toLocaleString("en-GB", { maximumSignificantDigits: 6 })}`;
  if (type === "nominal") return "by value";
  if (type === "ordinal") return steps ?? "each value";
  const scaled = scale === undefined ? "linear" : "log";
  return steps === undefined ? scaled : scale === undefined ? steps : `log, ${steps}`;
}
