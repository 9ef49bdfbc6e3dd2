import { fullName } from "../ui/format/initials.ts";

export interface NameParts {
  readonly firstName: string;
  /** The last name. */
  readonly name: string;
}

/**
 * A user's name is edited in one cell but stored in two fields. The unchanged field shows where the other ends, so that names of several words stay
 * whole; if both changed, the first word is the first name.
 */
export function splitName(text: string, before: NameParts): NameParts | undefined {
  const typed = text.trim().replaceAll(/\s+/g, " ");
  if (typed === fullName(before.firstName, before.name)) return before;
  if (before.name !== "" && typed.endsWith(` ${before.name}`)) {
    return { firstName: typed.slice(0, -before.name.length - 1), name: before.name };
  }
  if (before.firstName !== "" && typed.startsWith(`${before.firstName} `)) {
    return { firstName: before.firstName, name: typed.slice(before.firstName.length + 1) };
  }
  const space = typed.indexOf(" ");
  return space < 1 ? undefined : { firstName: typed.slice(0, space), name: typed.slice(space + 1) };
}
