import { Link } from "@tanstack/react-router";
import type { Column } from "../parts/list-page/column.ts";
import { DateText } from "../ui/format/date-text.tsx";
import { number } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { type NamedList } from "./use-lists.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";

/** Beside the opened list there is room for these. */
const besidePanel: ReadonlySet<string> = new Set(["name", "kind", "rows", "version"]);

export function listColumns(opened: string | undefined): readonly Column<NamedList>[] {
  const columns: readonly Column<NamedList>[] = [
    {
      name: "name",
      title: "Name",
      place: "name",
      sortable: true,
      show: (list) => (
        <Link
          from="/admin/lists"
          to="/admin/lists"
          search={(search) => ({ ...search, list: keyOf(list) })}
          replace
          className="list-name clip"
          aria-current={opened === keyOf(list) ? "true" : undefined}
        >
          {nameOf(list)}
        </Link>
      ),
      text: nameOf,
    },
    {
      name: "kind",
      title: "Kind",
      place: "description",
      sortable: true,
      width: 112,
      show: ({ _embedded: { kind } }) => (
        <span className="list-kind">
          <Icon name={kind === "set" ? "lists" : "kind-lookup"} size={16} />
          {kind === "set" ? "Set" : "Lookup"}
        </span>
      ),
      text: ({ _embedded: { kind } }) => kind,
    },
    {
      name: "rows",
      title: "Rows",
      place: "other",
      sortable: true,
      numeric: true,
      width: 96,
      show: ({ _embedded: { draft } }) => number(draft.rows),
      text: ({ _embedded: { draft } }) => String(draft.rows),
    },
    {
      name: "version",
      title: "Version",
      place: "status",
      width: 96,
      show: ({ _embedded: { inEffect, newestVersion } }) =>
        inEffect === null ? <span className="faint">{newestVersion === 0 ? "Draft" : "Scheduled"}</span> : `v${inEffect.number}`,
      text: ({ _embedded: { inEffect } }) => (inEffect === null ? "" : String(inEffect.number)),
    },
    {
      name: "usedBy",
      title: "Used by",
      place: "other",
      sortable: true,
      numeric: true,
      width: 104,
      show: ({ _embedded: { usedBy } }) => number(usedBy),
      text: ({ _embedded: { usedBy } }) => String(usedBy),
    },
    {
      name: "updatedDate",
      title: "Updated",
      place: "when",
      sortable: true,
      width: 168,
      show: ({ _embedded: { updatedDate } }) => <DateText date={updatedDate} />,
      text: ({ _embedded: { updatedDate } }) => updatedDate,
    },
  ];
  return opened === undefined ? columns : columns.filter(({ name }) => besidePanel.has(name));
}
