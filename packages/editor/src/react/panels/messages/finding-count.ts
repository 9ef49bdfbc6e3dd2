import { limits, type Finding } from "@airlock/flow";
import { counted } from "../../../document/titles.ts";

/** "12", or "1,000+" where the validator stopped at its limit. */
export function findingCount({ length }: readonly Finding[]): string {
  return `${length.toLocaleString("en-GB")}${length >= limits.findings ? "+" : ""}`;
}

/** "2 errors, 1 warning". How many of each there are is not known where the validator stopped at its limit. */
export function summaryText(findings: readonly Finding[]): string {
  if (findings.length >= limits.findings) return `First ${limits.findings.toLocaleString("en-GB")} messages`;
  const errors = findings.filter((finding) => finding.level === "error").length;
  const warnings = findings.length - errors;
  return [errors > 0 ? counted(errors, "error") : "", warnings > 0 ? counted(warnings, "warning") : ""]
    .filter((part) => part !== "")
    .join(", ");
}
