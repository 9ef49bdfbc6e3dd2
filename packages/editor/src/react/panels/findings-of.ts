import { readLiteral, type FieldType, type Finding } from "@airlock/flow";

const none: readonly Finding[] = [];

type Owner = { readonly node: string } | { readonly link: string };

/** The findings of one node or link. */
export function findingsOf(findings: readonly Finding[], owner: Owner): readonly Finding[] {
  const own = findings.filter((finding) => ("node" in owner ? finding.nodeId === owner.node : finding.linkId === owner.link));
  return own.length === 0 ? none : own;
}

/**
 * Of these, the findings of one property, or of one row of a list. Always the same empty list if there are none, so that rows are not
 * rendered again.
 */
export function findingsAt(findings: readonly Finding[], property: string, item?: number): readonly Finding[] {
  if (findings.length === 0) return none;
  const own = findings.filter((finding) => finding.property === property && finding.item === item);
  return own.length === 0 ? none : own;
}

/** Whether a literal is wrong: a number that is missing, too long or not one. */
export function isLiteralWrong(findings: readonly Finding[]): boolean {
  return findings.some(({ code, level }) => level === "error" && code.startsWith("LITERAL_"));
}

/** Whether this cell is the wrong one of a row with several numbers. */
export function isNumberWrong(findings: readonly Finding[], text: string, type: FieldType, mayBeEmpty = false): boolean {
  return isLiteralWrong(findings) && (text === "" ? !mayBeEmpty : !readLiteral(text, type).ok);
}

export function isWrong(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.level === "error");
}

/** Identifies a property or row in a panel: findings refer to it, and inputs are marked with it. */
export function placeText(property: string, item?: number): string {
  return item === undefined ? property : `${property} ${item}`;
}
