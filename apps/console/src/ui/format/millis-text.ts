import { formatNumber } from "@airlock/flow/locale";

const fine = { maximumSignificantDigits: 3 };
const coarse = { maximumFractionDigits: 0 };

/** Most decisions take a fraction of a millisecond: three digits say enough of those, whole milliseconds of the rest. */
export function millisText(millis: number): string {
  return formatNumber(millis, millis < 100 ? fine : coarse);
}
