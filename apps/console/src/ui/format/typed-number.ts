import { formatNumber, numberSeparators } from "@airlock/flow/locale";

interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  /** Whole numbers only. */
  readonly whole?: boolean;
}

const plain = /^-?\d{1,15}(?:\.\d{1,12})?$/;

/** The number that was typed; undefined for a text that is none or is outside the limits. */
export function typedNumber(text: string, { min = -Infinity, max = Infinity, whole = false }: NumberLimits = {}): number | undefined {
  const typed = withPoint(text.trim().replace("\u2212", "-"));
  if (!plain.test(typed)) return undefined;
  const number = Number(typed);
  return (whole && !Number.isInteger(number)) || number < min || number > max ? undefined : number;
}

/**
 * Without groups of three, and with a decimal point: as the user's locale writes numbers, or with a point where that cannot be a group.
 * `12,5` is no number in English, and `1e3` and `0x10` are none anywhere.
 */
function withPoint(typed: string): string {
  const { group, decimal } = numberSeparators();
  const [whole = "", fraction, ...more] = typed.split(decimal);
  if (more.length > 0) return typed;
  // Narrow and no-break spaces between groups are typed as spaces.
  const groups = whole.split(group.trim() === "" ? /\s/u : group);
  const [first = "", ...rest] = groups;
  const isGrouped = rest.length > 0 && /^-?\d{1,3}$/.test(first) && rest.every((part) => /^\d{3}$/.test(part));
  return `${isGrouped ? groups.join("") : whole}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** As it can be typed: without groups, with all decimals. */
export function numberToType(value: number): string {
  return formatNumber(value, { useGrouping: false, maximumFractionDigits: 12 });
}

/** 'A whole number from 1 to 8,760'. */
export function numberRule({ min, max, whole = false }: NumberLimits & { readonly min: number; readonly max: number }): string {
  return `${whole ? "A whole number" : "A number"} from ${formatNumber(min)} to ${formatNumber(max)}`;
}
