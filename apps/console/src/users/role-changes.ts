import { counted } from "../ui/format/numbers.ts";

export interface RoleChoice {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Undefined where this person may not read what the role allows. */
  readonly permissions: readonly string[] | undefined;
}

export interface RoleChange {
  readonly role: RoleChoice;
  readonly kind: "add" | "remove";
}

/**
 * The calls that turn the held roles into the wanted ones. Removals come last, so that users who change their own roles keep the permission to
 * finish.
 */
export function roleChanges(choices: readonly RoleChoice[], held: ReadonlySet<string>, wanted: ReadonlySet<string>): readonly RoleChange[] {
  const added = choices.filter(({ id }) => wanted.has(id) && !held.has(id)).map((role) => ({ role, kind: "add" as const }));
  const removed = choices.filter(({ id }) => held.has(id) && !wanted.has(id)).map((role) => ({ role, kind: "remove" as const }));
  return [...added, ...removed];
}

/** `1 role added, 1 removed` */
export function changesText(changes: readonly RoleChange[]): string {
  const added = changes.filter(({ kind }) => kind === "add").length;
  const removed = changes.length - added;
  if (added > 0 && removed > 0) return `${counted(added, "role")} added, ${removed} removed`;
  if (added > 0) return `${counted(added, "role")} added`;
  return removed > 0 ? `${counted(removed, "role")} removed` : "Nothing changed";
}

/** `1 role not added, 1 not removed` */
export function failedText(changes: readonly RoleChange[]): string {
  const added = changes.filter(({ kind }) => kind === "add").length;
  const removed = changes.length - added;
  if (added > 0 && removed > 0) return `${counted(added, "role")} not added, ${removed} not removed`;
  return added > 0 ? `${counted(added, "role")} not added` : `${counted(removed, "role")} not removed`;
}
