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
  const noun = (count: number) => (count === 1 ? "role" : "roles");
  if (added > 0 && removed > 0) return `${added} ${noun(added)} added, ${removed} removed`;
  if (added > 0) return `${added} ${noun(added)} added`;
  return removed > 0 ? `${removed} ${noun(removed)} removed` : "Nothing changed";
}
