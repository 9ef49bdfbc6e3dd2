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
  const parts = [[of("error"), "error"] as const, [of("warning"), "warning"] as const, [of("info"), "suggestion"] as const];
  return parts.flatMap(([count, one]) => (count > 0 ? [counted(count, one)] : [])).join(", ");
}
