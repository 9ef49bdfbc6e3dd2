const shortMonths = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (value: number) => String(value).padStart(2, "0");

/** `14 Nov 2026, 11:42` in the reader's zone; `-` for an empty date, `invalid date` for one with fewer than three numeric parts. */
export function shortDate(text: string | null | undefined): string {
  if (text === null || text === undefined || text.trim() === "") return "-";
  const date = new Date(text);
  if ((text.match(/\d+/g)?.length ?? 0) < 3 || Number.isNaN(date.getTime())) return "invalid date";
  return `${date.getDate()} ${shortMonths[date.getMonth()]} ${date.getFullYear()}, ${clock(date)}`;
}

/** `14 Nov 2026, 11:42:07`, where many are of the same minute. */
export function secondDate(text: string | null | undefined): string {
  const short = shortDate(text);
  if (text === null || text === undefined || short === "-" || short === "invalid date") return short;
  return `${short}:${two(new Date(text).getSeconds())}`;
}

/** For the tooltip: to the second, with the zone. */
export function exactDate(text: string | null | undefined): string {
  const short = secondDate(text);
  if (text === null || text === undefined || short === "-" || short === "invalid date") return short;
  const date = new Date(text);
  const zone = Intl.DateTimeFormat("en-GB", { timeZoneName: "short" })
    .formatToParts(date)
    .find((part) => part.type === "timeZoneName")?.value;
  return `${short} ${zone ?? ""}`.trim();
}

/** `11:42` */
export function clock(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** `14 Nov` */
export function dayAndMonth(date: Date): string {
  return `${date.getDate()} ${shortMonths[date.getMonth()]}`;
}

/** `Sat 7` */
export function weekday(date: Date): string {
  return `${["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][date.getDay()]} ${date.getDate()}`;
}

/** `Europe/Amsterdam` */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const longMonths = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** `Today, Monday 16 November`, `Friday 13 November`, and with the year where it is another: in the reader's zone. */
export function dayHead(text: string, now: Date): string {
  const date = new Date(text);
  const year = date.getFullYear() === now.getFullYear() ? "" : ` ${date.getFullYear()}`;
  const day = `${longDays[date.getDay()]} ${date.getDate()} ${longMonths[date.getMonth()]}${year}`;
  return date.toDateString() === now.toDateString() ? `Today, ${day}` : day;
}
