import { refuse, type Refused } from "../outcome.ts";

/** A bucket's length in seconds, and its name as an ISO 8601 duration. */
export interface Granularity {
  readonly seconds: number;
  readonly iso: string;
}

const named: Readonly<Record<string, number>> = { minute: 60, hour: 3600, "quarter-day": 21_600, quarterDay: 21_600, day: 86_400 };
/** Days, hours, minutes and seconds, which have a fixed length. Months and years do not. */
const duration = /^P(?:(\d{1,4})W|(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?)$/i;
const shortest = 1;
const longest = 31 * 86_400;

export function readGranularity(text: string): Granularity | undefined {
  const seconds = Object.hasOwn(named, text) ? named[text] : durationSeconds(text);
  if (seconds === undefined || seconds < shortest || seconds > longest) return undefined;
  return { seconds, iso: isoDuration(seconds) };
}

function durationSeconds(text: string): number | undefined {
  const match = duration.exec(text);
  if (match === null || text.length < 3 || /T$/i.test(text)) return undefined;
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part: string | undefined) => Number(part ?? 0));
  return (weeks ?? 0) * 604_800 + (days ?? 0) * 86_400 + (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}

function isoDuration(seconds: number): string {
  if (seconds % 86_400 === 0) return `P${seconds / 86_400}D`;
  if (seconds % 3600 === 0) return `PT${seconds / 3600}H`;
  return seconds % 60 === 0 ? `PT${seconds / 60}M` : `PT${seconds}S`;
}

export interface Range {
  readonly granularity: Granularity;
  /** Seconds since the epoch, on a bucket's bound. */
  readonly from: number;
  /** Exclusive, on a bucket's bound. */
  readonly to: number;
}

/** More would make an unreadable chart and a slow response. */
export const maxBuckets = 2000;
const defaultSeconds = 86_400;

/** Buckets that cover the requested time, with bounds rounded outwards so that no execution at the edge is missing. */
export function readRange(query: { readonly start: string; readonly end: string; readonly gran: string }, now: number): Range | Refused {
  const granularity = readGranularity(query.gran);
  if (granularity === undefined) {
    return invalid("gran", "Use minute, hour, quarter-day, day or an ISO 8601 duration of at least a second and at most 31 days.");
  }
  const end = query.end === "-" ? now : Date.parse(query.end) / 1000;
  const start = query.start === "-" ? end - defaultSeconds : Date.parse(query.start) / 1000;
  if (start >= end) return invalid("start", "The start must be before the end.");
  const from = Math.floor(start / granularity.seconds) * granularity.seconds;
  const to = Math.ceil(end / granularity.seconds) * granularity.seconds;
  if ((to - from) / granularity.seconds > maxBuckets) {
    return invalid("gran", `This would be more than ${maxBuckets} counts. Ask for a coarser granularity or a shorter time.`);
  }
  return { granularity, from, to };
}

function invalid(field: string, message: string): Refused {
  return refuse("INVALID_REQUEST", [{ field, code: "invalid", message }]);
}
