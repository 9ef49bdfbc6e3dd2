import { looksLikeLink, type FieldProblem } from "@airlock/contract";
import { refuse, type Refused } from "./outcome.ts";

/** Refuses changes to names that a mail client would turn into a link. A name that is already stored may be sent unchanged. */
export function refuseLinks<Field extends string>(
  body: Readonly<Partial<Record<NoInfer<Field>, string | undefined>>>,
  stored: Readonly<Record<Field, string>>,
): Refused | undefined {
  const problems: FieldProblem[] = [];
  for (const field of Object.keys(stored) as Field[]) {
    const name = body[field];
    if (name !== undefined && name !== stored[field] && looksLikeLink(name)) {
      problems.push({ field, code: "link", message: "must not look like a link or an address" });
    }
  }
  return problems.length === 0 ? undefined : refuse("INVALID_REQUEST", problems);
}
