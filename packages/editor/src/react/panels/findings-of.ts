import { readLiteral, type FieldType, type Finding } from "@airlock/flow";

const none: readonly Finding[] = [];

type Owner = { readonly node: string } | { readonly link: string };

/** What the validator says of one node or link. */
export function findingsOf(findings: readonly Finding[], owner: Owner): readonly Finding[] {
  const own = findings.filter((finding) => ("node" in owner ? finding.nodeId === owner.node : finding.linkId === owner.link));
  return own.length === 0 ? none : own;
}

/** Of these, what is said of one property, or of one row of a list. The same empty list where nothing is, so that rows stay as they are. */
export function findingsAt(findings: readonly Finding[], property: string, item?: number): readonly Finding[] {
  if (findings.length === 0) return none;
  const own = findings.filter((finding) => finding.property === property && finding.item === item);
  return own.length === 0 ? none : own;
}

/** Whether a literal is what is wrong: a number that is missing, too long or not one. */
export function isLiteralWrong(findings: readonly Finding[]): boolean {
  return findings.some(({ code, level }) => level === "error" && code.startsWith("LITERAL_"));
}

/** Whether this cell of a row is what is wrong, of several cells with numbers. */
export function isNumberWrong(findings: readonly Finding[], text: string, type: FieldType, mayBeEmpty = false): boolean {
  return isLiteralWrong(findings) && (text === "" ? !mayBeEmpty : !readLiteral(text, type).ok);
}

export function isWrong(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.level === "error");
}

/** Text that identifies a place in a panel: what a finding names and what an input is marked with. */
export function placeText(property: string, item?: number): string {
  return item === undefined ? property : `${property} ${item}`;
}
