import type { ListLookupFields } from "@airlock/contract";
import { maxLookupKeys } from "@airlock/contract/list-limits";
import type { testCases } from "@airlock/editor";
import { useCallback } from "react";
import { itemAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";

/** Looks keys up in lists of the organisation, for flows that run in this window. */
export function useListRows(): testCases.FetchRows {
  const client = useClient();
  const lists = linkFor(useProfile(), "lists", "GET");
  return useCallback(
    async ({ listId, version }, keys) => {
      const address = itemAddress(lists, listId);
      if (address === undefined) return undefined;
      try {
        const list = await client.get("list.read", address);
        const href = linkFor(list, "lookup", "POST") ?? "";
        const found: ListLookupFields["rows"] = [];
        let number = version ?? 0;
        for (let from = 0; from < keys.length; from += maxLookupKeys) {
          const body = { keys: keys.slice(from, from + maxLookupKeys), ...(version === undefined ? {} : { version }) };
          const { _embedded } = await client.post("list.lookup", href, { body });
          found.push(..._embedded.rows);
          number = _embedded.version;
        }
        return { version: number, rows: found };
      } catch {
        // The execution says that the list is not available.
        return undefined;
      }
    },
    [client, lists],
  );
}
