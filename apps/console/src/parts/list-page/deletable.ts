import type { ActionWith } from "@airlock/contract";
import { withQuery } from "../../api/calls.ts";
import { counted, type Noun } from "../../ui/format/numbers.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { nameOf as ownName, type Keyed, type Named } from "./row-names.ts";
import type { Deletable } from "./use-deletion.ts";

export function namesOf<Row extends Named>(rows: readonly Row[], nameOf: (row: Row) => string = ownName): string {
  return rows.map(nameOf).join(", ");
}

/** The items that this user may delete now, in the form that a deletion takes; `query` is sent with each. */
export function deletable(
  action: ActionWith<"DELETE">,
  rows: readonly Keyed[],
  query: Readonly<Record<string, string>> = {},
): readonly Deletable[] {
  return rows.flatMap((row) => {
    const href = linkFor(row, "self", "DELETE");
    return href === undefined ? [] : [{ key: row._embedded.webSafeString, action, href: withQuery(href, query) }];
  });
}

export function deletedText<Row extends Named>(rows: readonly Row[], noun: Noun, nameOf?: (row: Row) => string): string {
  return rows.length === 1 ? `${namesOf(rows, nameOf)} deleted` : `${counted(rows.length, noun.one, noun.many)} deleted`;
}
