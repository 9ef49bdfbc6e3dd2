const fine = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 3 });
const coarse = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });

/** Most decisions take a fraction of a millisecond: three digits say enough of those, whole milliseconds of the rest. */
export function millisText(millis: number): string {
  return (millis < 100 ? fine : coarse).format(millis);
}
