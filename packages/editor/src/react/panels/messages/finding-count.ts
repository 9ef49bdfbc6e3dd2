import { limits, type Finding } from "@airlock/flow";
import { formatNumber } from "@airlock/flow/locale";
import { counted } from "../../../document/titles.ts";

/** "12", or "1,000+" where the validator stopped at its limit. */
export function findingCount({ length }: readonly Finding[]): string {
  return `${formatNumber(length)}${length >= limits.findings ? "+" : ""}`;
}

/** "2 errors, 1 warning". How many of each there are is not known where the validator stopped at its limit. */
export function summaryText(findings: readonly Finding[]): string {
  if (findings.length >= limits.findings) return `First ${formatNumber(limits.findings)} messages`;
  const of = (level: Finding["level"]) => findings.filter((finding) => finding.level === level).length;
  const [errors, warnings, suggestions] = [of("error"), of("warning"), of("info")];
  return [
    errors > 0 ? counted(errors, "error") : "",
    warnings > 0 ? counted(warnings, "warning") : "",
    suggestions > 0 ? counted(suggestions, "suggestion") : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}
