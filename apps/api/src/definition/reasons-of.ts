import type { FieldProblem } from "@airlock/contract";
import type { Finding } from "@airlock/flow";

/** The errors among findings as field problems of a refusal, each with the location in the definition. */
export function reasonsOf(findings: readonly Finding[]): readonly FieldProblem[] {
  return findings
    .filter((finding) => finding.level === "error")
    .slice(0, 100)
    .map(({ nodeId, linkId, fieldKey, code, message }) => ({ field: nodeId ?? linkId ?? fieldKey ?? "", code, message }));
}
