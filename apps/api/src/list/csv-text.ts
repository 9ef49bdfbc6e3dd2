import type { ListValue } from "@airlock/contract";

/** One line of a CSV file that spreadsheets and `readListFile` read back as it was: missing is nothing, an empty text is `""`. */
export function csvLine(values: readonly ListValue[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: ListValue): string {
  if (value === null) return "";
  if (typeof value === "number" && value !== 0 && Math.abs(value) < 1e-6) return value.toFixed(12).replace(/0+$/, "");
  const text = String(value);
  return text === "" || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
