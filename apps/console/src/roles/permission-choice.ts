import type { Permission } from "@airlock/contract";

/** What was ticked and unticked, apart from what the role has: it can be laid over a role that someone else changed meanwhile. */
export interface PermissionChoice {
  readonly added: ReadonlySet<Permission>;
  readonly removed: ReadonlySet<Permission>;
}

export const noChoice: PermissionChoice = { added: new Set(), removed: new Set() };

export function isOn(stored: readonly Permission[], { added, removed }: PermissionChoice, name: Permission): boolean {
  return added.has(name) || (stored.includes(name) && !removed.has(name));
}

export function chosen(stored: readonly Permission[], choice: PermissionChoice): readonly Permission[] {
  return [...stored.filter((name) => !choice.removed.has(name)), ...[...choice.added].filter((name) => !stored.includes(name))];
}

/** Ticks or unticks some. What the role has already is not added to it, and what it has not is not taken away. */
export function withChoice(
  stored: readonly Permission[],
  choice: PermissionChoice,
  names: readonly Permission[],
  on: boolean,
): PermissionChoice {
  const added = new Set(choice.added);
  const removed = new Set(choice.removed);
  for (const name of names) {
    added.delete(name);
    removed.delete(name);
    if (on && !stored.includes(name)) added.add(name);
    if (!on && stored.includes(name)) removed.add(name);
  }
  return { added, removed };
}

/** The same choice over what is stored now: what someone else did already is no change any more. */
export function rebased(stored: readonly Permission[], { added, removed }: PermissionChoice): PermissionChoice {
  return {
    added: new Set([...added].filter((name) => !stored.includes(name))),
    removed: new Set([...removed].filter((name) => stored.includes(name))),
  };
}

/** '1 permission added: imports.*' */
export function choiceText({ added, removed }: PermissionChoice): string {
  const say = (names: ReadonlySet<string>, verb: string, counted: boolean) => {
    if (names.size === 0) return [];
    const count = counted ? `${names.size} ${names.size === 1 ? "permission" : "permissions"} ${verb}` : `${names.size} ${verb}`;
    return [names.size <= 2 ? `${count}: ${[...names].join(", ")}` : count];
  };
  return [...say(added, "added", true), ...say(removed, "removed", added.size === 0)].join("; ");
}
