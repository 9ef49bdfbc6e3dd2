import { delayMinuteOptions, type SchedulerValue } from "@airlock/contract/schedule";
import { numberRule, typedNumber } from "../../ui/format/typed-number.ts";

/** When the first run is, as it is typed and chosen: texts. */
export interface TypedSchedulerValue {
  readonly action: SchedulerValue["action"];
  readonly delayedHours: string;
  readonly delayedMinutes: string;
}

export const schedulerDefaults: TypedSchedulerValue = { action: "immediate", delayedHours: "0", delayedMinutes: "0" };

/** 0, 5, ... 55; each is one choice. */
export const delayMinutes: readonly string[] = delayMinuteOptions.map(String);

/** The longest delay is the hours of a year. */
const hourLimits = { min: 0, max: 8_760, whole: true };
export const hoursRule = () => numberRule(hourLimits);

/** Delay hours accept integers only; an empty field is 0. Undefined for any other text. */
export function hoursTyped(text: string): number | undefined {
  return text.trim() === "" ? 0 : typedNumber(text, hourLimits);
}

/** A time of a day: `7:05` is `07:05`; undefined for what is none. */
export function timeTyped(text: string): string | undefined {
  const [, hours = "", minutes = ""] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  return hours !== "" && Number(hours) < 24 && Number(minutes) < 60 ? `${hours.padStart(2, "0")}:${minutes}` : undefined;
}

/** What is sent; undefined while the hours are wrong. Without a delay the hours and minutes count for nothing. */
export function startOf({ action, delayedHours, delayedMinutes }: TypedSchedulerValue): SchedulerValue | undefined {
  if (action === "immediate") return { action, delayedHours: 0, delayedMinutes: 0 };
  const hours = hoursTyped(delayedHours);
  if (hours === undefined) return undefined;
  return {
    action,
    delayedHours: hours,
    delayedMinutes: delayMinuteOptions.find((minutes) => String(minutes) === delayedMinutes) ?? 0,
  };
}
