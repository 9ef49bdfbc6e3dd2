/**
 * When scheduled runs take place. Free of schemas, so that the console can use it too. Times are passed and returned as instants; the
 * caller provides the clock.
 */

export interface Schedule {
  readonly kind: "fixedTime" | "interval";
  /** Minutes from one run to the next, for `interval`. */
  readonly interval: number;
  /** Hours and minutes on the clocks of `zone`, for `fixedTime`: once on every day. */
  readonly time: string;
  readonly zone: string;
}

/** When the first run is: at once, or after this delay. */
export interface SchedulerValue {
  readonly action: "immediate" | "delayed";
  readonly delayedHours: number;
  readonly delayedMinutes: (typeof delayMinuteOptions)[number];
}

/** The minutes that a delay can have, each as it is shown. */
export const delayMinuteOptions = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55] as const;

/** Hours and minutes only count if the run is delayed. */
export function delayMillis({ action, delayedHours, delayedMinutes }: SchedulerValue): number {
  return action === "immediate" ? 0 : (delayedHours * 60 + delayedMinutes) * minuteMillis;
}

const minuteMillis = 60_000;
const dayMillis = 86_400_000;

/** The first run after an instant. Intervals are counted from `anchor`, so that no run shifts those after it. */
export function nextRun(schedule: Schedule, after: Date, anchor: Date): Date {
  if (schedule.kind === "interval") {
    const step = schedule.interval * minuteMillis;
    const steps = Math.max(0, Math.floor((after.getTime() - anchor.getTime()) / step) + 1);
    return new Date(anchor.getTime() + steps * step);
  }
  const [hours = 0, minutes = 0] = schedule.time.split(":").map(Number);
  const midnight = startOfDay(localTime(schedule.zone, after.getTime()));
  // Starts with the day before: where clocks are set back over midnight, its time may occur a second time.
  for (let day = -1; ; day += 1) {
    const wall = midnight + day * dayMillis + (hours * 60 + minutes) * minuteMillis;
    const instant = instantOf(schedule.zone, wall);
    if (instant > after.getTime()) return new Date(instant);
  }
}

export interface Due {
  /** The runs that did not start, oldest first; only the latest if there are many. */
  readonly missed: readonly Date[];
  /** How many there were in all. */
  readonly missedCount: number;
  /** The run that starts now, instead of all of them. */
  readonly planned: Date;
  readonly next: Date;
}

/** What is due at `now` if the first pending run was planned for `open`: one run, however many were missed. */
export function dueRuns(schedule: Schedule, open: Date, now: Date, anchor: Date, maxMissed: number): Due {
  const missed: Date[] = [];
  let missedCount = 0;
  let planned = open;
  for (;;) {
    const next = nextRun(schedule, planned, anchor);
    if (next > now) return { missed, missedCount, planned, next };
    missed.push(planned);
    missedCount += 1;
    if (missed.length > maxMissed) missed.shift();
    planned = next;
    const skipped = schedule.kind === "interval" ? skippable(schedule, planned, now, maxMissed) : 0;
    missedCount += skipped;
    planned = new Date(planned.getTime() + skipped * schedule.interval * minuteMillis);
  }
}

/** Of short intervals over a long time: runs that would only be counted. */
function skippable(schedule: Schedule, planned: Date, now: Date, maxMissed: number): number {
  const left = Math.floor((now.getTime() - planned.getTime()) / (schedule.interval * minuteMillis));
  return Math.max(0, left - maxMissed - 1);
}

/**
 * The instant at which clocks show a time. A time that they show twice is the first of both. One that they skip is as long after midnight
 * as on any other day: clocks that went forward then show it later by what they skipped.
 */
function instantOf(zone: string, wall: number): number {
  const [before, after] = [offsetOf(zone, wall - dayMillis), offsetOf(zone, wall + dayMillis)];
  const shown = [wall - before, wall - after].filter((instant) => localTime(zone, instant) === wall);
  return shown.length > 0 ? Math.min(...shown) : wall - before;
}

function offsetOf(zone: string, instant: number): number {
  return localTime(zone, instant) - instant;
}

function startOfDay(wall: number): number {
  return Math.floor(wall / dayMillis) * dayMillis;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
const maxClocks = 100;

/** What clocks show, as if it were UTC. */
function localTime(zone: string, instant: number): number {
  // Day, month, year, hours, minutes and seconds: in this order in every zone, so splitting the text is enough. Called often.
  const [day = 1, month = 1, year = 1970, ...time] = clockOf(zone).format(instant).split(/\D+/).map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = time;
  return Date.UTC(year, month - 1, day, hours, minutes, seconds) + (((instant % 1000) + 1000) % 1000);
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  if (clocks.size >= maxClocks) clocks.clear();
  clocks.set(zone, clock);
  return clock;
}
