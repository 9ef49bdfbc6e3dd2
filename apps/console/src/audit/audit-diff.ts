import type { AuditFields } from "@airlock/contract";
import { number } from "../ui/format/numbers.ts";

type Image = NonNullable<AuditFields["before"]>;

/** One field before and after a change. Undefined where the entity did not exist. */
export interface FieldDiff {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The added and removed items of a list, which are easier to read than both lists. */
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
}

/** Labels for fields with an unclear name in the API. */
const fieldTitles: Readonly<Record<string, string>> = {
  webSafeString: "Identifier",
  organisationIdStr: "Project ID",
  validRuntime: "Can be served",
  desired: "Requested state",
  issuer: "Identity provider",
  subject: "Identity",
  document: "Drawing",
};

/** The label of a field: 'Email address' for `emailAddress`. */
export function fieldTitle(field: string): string {
  const words = field
    .replace(/Wss$/, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase();
  const known = fieldTitles[field];
  if (known !== undefined) return known;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isLarge(value: unknown): value is { readonly sha256: string; readonly bytes: number } {
  return typeof value === "object" && value !== null && "sha256" in value && "bytes" in value;
}

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return number(value);
  if (isLarge(value)) return `${number(value.bytes)} bytes, sha256 ${value.sha256.slice(0, 12)}...`;
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map(valueText).join(", ");
  return JSON.stringify(value);
}

function listDiff(before: unknown, after: unknown): Pick<FieldDiff, "added" | "removed"> {
  if (!Array.isArray(before) || !Array.isArray(after)) return {};
  const [was, is] = [before.map(valueText), after.map(valueText)];
  return { added: is.filter((one) => !was.includes(one)), removed: was.filter((one) => !is.includes(one)) };
}

/** The changes, field by field; all fields of an entity that was created or deleted. Ids come last. */
export function auditDiff({ change, changed, before, after }: AuditFields): readonly FieldDiff[] {
  const was: Image = before ?? {};
  const is: Image = after ?? {};
  const fields = change === "updated" ? changed : Object.keys(change === "deleted" ? was : is);
  const rank = (field: string) => (/Wss$|^webSafeString$/.test(field) ? 1 : 0);
  return [...fields]
    .toSorted((one, other) => rank(one) - rank(other))
    .map((field) => ({
      field,
      // A changed field whose values are not recorded is a secret: that it changed is all there is to say.
      before: before === null ? undefined : field in was || change !== "updated" ? valueText(was[field]) : "not recorded",
      after: after === null ? undefined : field in is || change !== "updated" ? valueText(is[field]) : "not recorded",
      ...(change === "updated" ? listDiff(was[field], is[field]) : {}),
    }));
}
