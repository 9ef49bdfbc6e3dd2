import type { PredictionScheduler } from "@airlock/contract";
import { counted } from "../../ui/format/numbers.ts";

/** `Every day at 00:00, Europe/Amsterdam` or `Every 60 minutes` */
export function scheduleText({ kind, interval, time, zone }: PredictionScheduler): string {
  if (kind === "fixedTime") return `Every day at ${time}, ${zone}`;
  return interval === 1 ? "Every minute" : `Every ${counted(interval, "minute")}`;
}

/** How far away a time is: `in 3 h 20 min`, `in under 1 min`, `now` once it has come. */
export function untilText(iso: string, now: number): string {
  const minutes = (new Date(iso).getTime() - now) / 60_000;
  if (minutes <= 0) return "now";
  if (minutes < 1) return "in under 1 min";
  const whole = Math.round(minutes);
  const [days, hours, rest] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60];
  if (days > 0) return `in ${days} d${hours === 0 ? "" : ` ${hours} h`}`;
  return `in ${[hours === 0 ? "" : `${hours} h`, rest === 0 ? "" : `${rest} min`].filter((part) => part !== "").join(" ")}`;
}
