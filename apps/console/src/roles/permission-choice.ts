import type { Permission } from "@airlock/contract";
import { unmetNeeds, withNeeds } from "@airlock/contract/permission-needs";

/**
 * The ticked and unticked permissions, separate from those of the role, so that they can be applied to a role that someone else changed meanwhile.
 */
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

/** Ticks or unticks permissions. Permissions that the role has already are not added, and those that it does not have are not removed. */
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

export interface Ticked {
  readonly choice: PermissionChoice;
  /** The permissions that were ticked as dependencies of the requested ones. */
  readonly also: readonly Permission[];
}

/** Ticks some, and what they need as far as the user may give it. */
export function tickWithNeeds(
  stored: readonly Permission[],
  choice: PermissionChoice,
  names: readonly Permission[],
  mayGive: (name: Permission) => boolean,
): Ticked {
  const also = withNeeds(names).filter((name) => !names.includes(name) && !isOn(stored, choice, name) && mayGive(name));
  return { choice: withChoice(stored, choice, [...names, ...also], true), also };
}

export interface MissingNeeds {
  /** 'executions.list does not work without versions.list.' */
  readonly sentences: readonly string[];
  readonly missing: readonly Permission[];
}

/** What the chosen permissions need and lack. Undefined when nothing is missing. */
export function missingNeeds(chosenNow: readonly Permission[]): MissingNeeds | undefined {
  const unmet = unmetNeeds(chosenNow);
  if (unmet.length === 0) return undefined;
  return {
    sentences: unmet.map(({ permission, missing }) => `${permission} does not work without ${missing.join(", ")}.`),
    missing: [...new Set(unmet.flatMap(({ missing }) => missing))],
  };
}

/** The same choice on top of what is stored now: changes that someone else has made already are dropped. */
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
