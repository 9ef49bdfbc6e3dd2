import { formatNumber } from "@airlock/flow/locale";

const oneDecimal = { maximumFractionDigits: 1 };

/** `46,842` */
export function number(value: number): string {
  return formatNumber(value, oneDecimal);
}

/** What is counted: `{ one: "entry", many: "entries" }`. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** `1 solution`, `2 solutions` */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${number(count)} ${count === 1 ? singular : plural}`;
}

/** `24.8%` of a share. */
export function percentText(share: number): string {
  return `${number(share * 100)}%`;
}
