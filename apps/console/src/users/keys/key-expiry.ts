/** How long a new key lives. `date` is the end of a day that the person picks. */
export const expiryChoices = [
  { value: "30", text: "30 days" },
  { value: "90", text: "90 days" },
  { value: "365", text: "1 year" },
  { value: "never", text: "Never" },
  { value: "date", text: "On a date" },
] as const;
export type ExpiryChoice = (typeof expiryChoices)[number]["value"];

const dayMillis = 86_400_000;

/** The expiry date for the API: undefined for a key that does not expire, null while the choice is incomplete or in the past. */
export function expiryOf(choice: ExpiryChoice, day: string, now: Date): string | undefined | null {
  if (choice === "never") return undefined;
  if (choice !== "date") return new Date(now.getTime() + Number(choice) * dayMillis).toISOString();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  // In the reader's zone, to the end of that day.
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) || end <= now ? null : end.toISOString();
}

export function hasExpired(expires: string | null, now: Date): boolean {
  return expires !== null && new Date(expires) <= now;
}
