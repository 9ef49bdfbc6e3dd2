import { delayMinuteOptions, type SchedulerValue } from "@airlock/contract/schedule";

/** When the first run is, as it is typed and chosen: texts. */
export interface TypedSchedulerValue {
  readonly action: SchedulerValue["action"];
  readonly delayedHours: string;
  readonly delayedMinutes: string;
}

export const schedulerDefaults: TypedSchedulerValue = { action: "immediate", delayedHours: "0", delayedMinutes: "0" };

/** 0, 5, ... 55; each stands for itself. */
export const delayMinutes: readonly string[] = delayMinuteOptions.map(String);

/** The longest delay: the hours of a year. */
export const mostHours = 8_760;

/** Delay hours accept integers only: what is typed, or undefined where it is to be refused. Nothing yet is no mistake while typing. */
export function hoursTyped(text: string): string | undefined {
  const digits = text.trim();
  if (digits === "") return "";
  return /^\d{1,4}$/.test(digits) && Number(digits) <= mostHours ? String(Number(digits)) : undefined;
}

/** A time of a day: `7:05` is `07:05`; undefined for what is none. */
export function timeTyped(text: string): string | undefined {
  const [, hours = "", minutes = ""] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  return hours !== "" && Number(hours) < 24 && Number(minutes) < 60 ? `${hours.padStart(2, "0")}:${minutes}` : undefined;
}

/** What is sent. Without a delay the hours and minutes count for nothing. */
export function startOf({ action, delayedHours, delayedMinutes }: TypedSchedulerValue): SchedulerValue {
  if (action === "immediate") return { action, delayedHours: 0, delayedMinutes: 0 };
  return {
    action,
    delayedHours: Number(delayedHours === "" ? "0" : delayedHours),
    delayedMinutes: delayMinuteOptions.find((minutes) => String(minutes) === delayedMinutes) ?? 0,
  };
}
