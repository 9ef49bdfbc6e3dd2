/** Digits, or groups of three with commas as the console shows numbers; `12,5`, `1e3` and `0x10` are no numbers here. */
const plain = /^[-\u2212]?(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.\d{1,12})?$/;

interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  /** Whole numbers only. */
  readonly whole?: boolean;
}

/** The number that was typed; undefined for a text that is none or is outside the limits. */
export function typedNumber(text: string, { min = -Infinity, max = Infinity, whole = false }: NumberLimits = {}): number | undefined {
  const typed = text.trim();
  if (!plain.test(typed)) return undefined;
  const number = Number(typed.replaceAll(",", "").replace("\u2212", "-"));
  return (whole && !Number.isInteger(number)) || number < min || number > max ? undefined : number;
}

/** 'A whole number from 1 to 8,760'. */
export function numberRule({ min, max, whole = false }: NumberLimits & { readonly min: number; readonly max: number }): string {
  return `${whole ? "A whole number" : "A number"} from ${min.toLocaleString("en-GB")} to ${max.toLocaleString("en-GB")}`;
}
