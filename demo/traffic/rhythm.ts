import type { Random } from "../../tests/support/random.ts";

/** How much a solution is called, by hour of the day in UTC and by day of the week. */
export interface Rhythm {
  readonly hours: readonly number[];
  /** The share of a weekday's calls that a Saturday and a Sunday have. */
  readonly weekend: number;
}

/** Applications are made in office hours, with a low at noon. */
export const officeHours: Rhythm = {
  hours: [2, 1, 1, 1, 2, 5, 14, 38, 70, 92, 98, 88, 64, 80, 94, 90, 78, 60, 46, 40, 34, 22, 10, 4],
  weekend: 0.35,
};
/** Cards are used all day, most at noon and after work. */
export const shoppingHours: Rhythm = {
  hours: [8, 5, 4, 4, 6, 14, 30, 52, 60, 66, 78, 92, 96, 80, 72, 76, 88, 100, 96, 82, 64, 46, 28, 14],
  weekend: 1.2,
};
/** Accounts are opened at home. */
export const eveningHours: Rhythm = {
  hours: [6, 3, 2, 2, 3, 6, 14, 24, 30, 34, 38, 46, 48, 40, 38, 42, 54, 70, 90, 100, 92, 66, 36, 14],
  weekend: 0.9,
};

const hourMillis = 3_600_000;

export interface Span {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/** The number of calls in a span, relative to others of the same rhythm. */
export function weightOf(rhythm: Rhythm, span: Span): number {
  return hoursOf(rhythm, span).reduce((sum, { weight }) => sum + weight, 0);
}

/** When `count` calls of a span were made, in order. Hours differ by chance; the same random numbers give the same times. */
export function timesOf(rhythm: Rhythm, count: number, span: Span, random: Random): readonly number[] {
  const hours = hoursOf(rhythm, span).map((hour) => ({ ...hour, weight: hour.weight * random.between(0.85, 1.15) }));
  const total = hours.reduce((sum, { weight }) => sum + weight, 0);
  const times: number[] = [];
  let [at, before] = [0, 0];
  for (let call = 0; call < count; call += 1) {
    const wanted = ((call + random.next()) / count) * total;
    let hour = hours[at];
    while (hour !== undefined && before + hour.weight <= wanted && at < hours.length - 1) {
      before += hour.weight;
      at += 1;
      hour = hours[at];
    }
    if (hour === undefined) break;
    const within = Math.min(1, (wanted - before) / hour.weight);
    times.push(Math.floor(hour.from + within * (hour.to - hour.from - 1)));
  }
  return times;
}

function hoursOf({ hours, weekend }: Rhythm, { from, to }: Span): readonly (Span & { readonly weight: number })[] {
  const found = [];
  for (let start = Math.floor(from / hourMillis) * hourMillis; start < to; start += hourMillis) {
    const part = { from: Math.max(from, start), to: Math.min(to, start + hourMillis) };
    const date = new Date(start);
    const week = [0, 6].includes(date.getUTCDay()) ? weekend : 1;
    found.push({ ...part, weight: ((hours[date.getUTCHours()] ?? 0) * week * (part.to - part.from)) / hourMillis });
  }
  return found;
}
