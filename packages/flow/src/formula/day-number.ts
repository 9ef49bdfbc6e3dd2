/** Days from 1970-01-01 on, of the years 1 to 9999. */
const dayText = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

/** The day of a text like 2026-01-31; undefined where it is none. */
export function dayOfText(text: string): number | undefined {
  const [, year, month, day] = dayText.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined || year === "0000") return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // The host reads February 30th as a day of March.
  const isDay = !Number.isNaN(date.getTime()) && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
  return isDay ? date.getTime() / 86_400_000 : undefined;
}
