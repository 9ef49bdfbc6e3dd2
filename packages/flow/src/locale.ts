/**
 * Numbers and dates as the user writes them. The console sets the locale of the browser before it renders; servers never do, so that
 * messages, files and tests do not depend on the settings of a machine.
 */
const serverLocale = "en-GB";

let wanted: readonly string[] = [];
let locale: string | undefined;
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * The first of the tags that exists, as in `navigator.languages`; without one `en-GB`. Digits and years stay those of the data that they
 * are typed into and compared with.
 */
export function setLocale(tags: readonly string[]): void {
  wanted = tags;
  locale = undefined;
  numberFormats.clear();
  dateFormats.clear();
}

// At the first format, not when it is set: the first use of `Intl` loads the data of all locales, before anything is rendered.
function currentLocale(): string {
  locale ??= new Intl.Locale(wanted.find(isLocale) ?? serverLocale, { numberingSystem: "latn", calendar: "gregory" }).toString();
  return locale;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** `46,842` or `46.842` */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(options).format(value);
}

/** `12.40`: always with this number of decimals, rounded as `toFixed` does. */
export function formatFixed(value: number, decimals: number): string {
  return formatNumber(Number(value.toFixed(decimals)), { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** In the user's time zone, unless the options have another. */
export function formatDate(date: Date, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(options).format(date);
}

/** What is between groups of three digits and before decimals: `,` and `.` or `.` and `,`. */
export function numberSeparators(): { readonly group: string; readonly decimal: string } {
  const parts = numberFormat({ useGrouping: "always" }).formatToParts(1_234_567.5);
  const of = (type: string) => parts.find((part) => part.type === type)?.value;
  return { group: of("group") ?? "", decimal: of("decimal") ?? "." };
}

// Formats are cached: creating one takes many times as long as formatting.
function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(currentLocale(), options);
  numberFormats.set(key, known);
  return known;
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(currentLocale(), options);
  dateFormats.set(key, known);
  return known;
}
