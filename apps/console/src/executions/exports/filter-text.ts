import type { ExportFilters } from "@airlock/contract";
import { counted } from "../../ui/format/numbers.ts";
import { moreText } from "../filters/more-text.ts";
import { whenText } from "../../parts/time-range/when-text.ts";

/** Which executions an export has: 'Failed, reason R07, age > 30, 14 Nov, 08:00 to 09:00'. */
export function filterText(filters: Partial<ExportFilters>): string {
  const { status, reasonCode, minMillis, maxMillis, field, operator, value, search, versions, from, to } = filters;
  const millis = (number: number | undefined) => (number === undefined ? undefined : String(number));
  const parts = [
    versions === undefined || versions === "" ? undefined : counted(versions.split(",").length, "version"),
    status === undefined ? undefined : status === "failed" ? "failed" : "completed",
    reasonCode === undefined ? undefined : `reason ${reasonCode}`,
    moreText({ min: millis(minMillis), max: millis(maxMillis) }),
    field === undefined || value === undefined ? undefined : `${field} ${signOf(operator)} ${value}`,
    search === undefined || search === "" ? undefined : `"${search}"`,
    whenText(from, to),
  ].filter((part) => part !== undefined);
  const text = parts.join(", ");
  return text === "" ? "All executions" : text.charAt(0).toUpperCase() + text.slice(1);
}

/** The sign for an operator in the search box. */
function signOf(operator: string | undefined): string {
  if (operator === "contains") return "~";
  return operator === undefined || operator === "==" ? "=" : operator;
}
