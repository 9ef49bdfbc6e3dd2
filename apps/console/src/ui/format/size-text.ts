import { formatNumber } from "@airlock/flow/locale";

const units = ["B", "kB", "MB", "GB", "TB"] as const;

/** `48.2 MB`, in thousands as file managers have them. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${formatNumber(value, { maximumFractionDigits: unit === 0 || value >= 100 ? 0 : 1 })} ${units[unit]}`;
}
