import type { Resource } from "@airlock/contract";
import { useState } from "react";
import type { Editing } from "./table-cell.tsx";
import type { TableSearch } from "./table-search.ts";

interface AddedRow {
  /** For the button, and for the empty list's: undefined where nothing may be added. */
  readonly onAdd: (() => void) | undefined;
  readonly editRequest: Editing | undefined;
}

/**
 * Adds a record where `href` takes one and opens its name for editing, which is what people change first. The list then begins with the
 * newest, so that it is on screen whatever was sorted or searched before.
 */
export function useAddedRow(
  href: string | undefined,
  add: (href: string) => Promise<Resource<{ readonly webSafeString: string }> | undefined>,
  onSearch: (search: TableSearch) => void,
): AddedRow {
  const [editRequest, setEditRequest] = useState<Editing>();
  const addRow = async (at: string) => {
    const made = await add(at);
    if (!made) return;
    onSearch({ sort: "-createdDate" });
    setEditRequest({ row: made._embedded.webSafeString, column: "name" });
  };
  return { onAdd: href === undefined ? undefined : () => void addRow(href), editRequest };
}
