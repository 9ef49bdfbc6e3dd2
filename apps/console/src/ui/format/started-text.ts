const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** To the millisecond; the day too when it was not today. */
export function startedText(text: string, now: Date = new Date()): string {
  const at = new Date(text);
  const clock = time.format(at);
  return at.toDateString() === now.toDateString() ? clock : `${day.format(at)} ${clock}`;
}
