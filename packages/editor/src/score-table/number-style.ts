import { readFloatText } from "@airlock/flow";

/** Decimal point and thousands commas, or vice versa. */
export type NumberStyle = "point" | "comma";

const marks = { point: { decimal: ".", group: "," }, comma: { decimal: ",", group: "." } } as const;

export interface FoundStyle {
  readonly style: NumberStyle;
  /** A cell that could be read as two different numbers, if nothing else in the table disambiguates it. */
  readonly doubtful: string | undefined;
}

/** 1,234 and 1.234 could be a thousand or a fraction; 0.125, 2.5 and 1,234.5 could not. */
const either = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/;

/** The number format of a table: it is the same for the whole table, so unambiguous cells decide for ambiguous ones. */
export function findNumberStyle(cells: readonly string[]): FoundStyle {
  const telling = cells.filter((cell) => /[.,]/.test(cell) && !either.test(withoutSpaces(cell)));
  const isIn = (style: NumberStyle): boolean => telling.length > 0 && telling.every((cell) => toNumberText(cell, style) !== undefined);
  if (isIn("point")) return { style: "point", doubtful: undefined };
  if (isIn("comma")) return { style: "comma", doubtful: undefined };
  return { style: "point", doubtful: telling.length > 0 ? undefined : cells.find((cell) => either.test(withoutSpaces(cell))) };
}

/** The number of a cell in the editor's notation: 1,234.50 is 1234.50. Undefined if the cell is not a number of this style. */
export function toNumberText(cell: string, style: NumberStyle): string | undefined {
  const { decimal, group } = marks[style];
  const bare = withoutSpaces(cell);
  const [sign, digits] = /^[-+]/.test(bare) ? [bare[0] === "-" ? "-" : "", bare.slice(1)] : ["", bare];
  const [grouped = "", fraction, ...rest] = digits.split(decimal);
  const isGrouped = grouped.includes(group);
  const isWhole = isGrouped ? isInThousands(grouped.split(group)) : /^\d*$/.test(grouped);
  const isNumber = isWhole && rest.length === 0 && (fraction === undefined ? grouped !== "" : /^\d+$/.test(fraction));
  if (!isNumber) return undefined;
  const whole = grouped.replaceAll(group, "").replace(/^0+(?=\d)/, "");
  const text = `${sign}${whole === "" ? "0" : whole}${fraction === undefined ? "" : `.${fraction}`}`;
  return readFloatText(text).ok ? text : undefined;
}

function isInThousands([first = "", ...rest]: readonly string[]): boolean {
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((part) => /^\d{3}$/.test(part));
}

/** Spreadsheets part thousands with spaces of several kinds, and some write a real minus. */
function withoutSpaces(cell: string): string {
  return cell.replace(/\s/g, "").replace("\u2212", "-");
}
