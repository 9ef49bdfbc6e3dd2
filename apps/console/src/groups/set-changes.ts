import { counted, type Noun } from "../ui/format/numbers.ts";

/** Something that belongs to a group or could: a member, a role. */
export interface SetLine {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly held: boolean;
  /** Why it cannot be added. */
  readonly barred?: string;
  /** Why it cannot be removed. */
  readonly fixed?: string;
}

export interface SetChange {
  readonly line: SetLine;
  readonly kind: "add" | "remove";
}

/** One call for each change. Removals come last, so that users who change their own group keep the permission to finish. */
export function setChanges(lines: readonly SetLine[], flipped: ReadonlySet<string>): readonly SetChange[] {
  const changed = lines.filter((line) => flipped.has(line.key));
  return [
    ...changed.filter((line) => !line.held).map((line) => ({ line, kind: "add" as const })),
    ...changed.filter((line) => line.held).map((line) => ({ line, kind: "remove" as const })),
  ];
}

/** `1 member added, 2 removed` */
export function setChangesText(noun: Noun, changes: readonly SetChange[]): string {
  const added = changes.filter(({ kind }) => kind === "add").length;
  const removed = changes.length - added;
  const countedNoun = (count: number) => counted(count, noun.one, noun.many);
  if (added > 0) return removed > 0 ? `${countedNoun(added)} added, ${removed} removed` : `${countedNoun(added)} added`;
  return removed > 0 ? `${countedNoun(removed)} removed` : "";
}
