import type { Editor } from "@airlock/editor";
import { useEffect } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useAllPages } from "../../api/use-all-pages.ts";

/** Offers the organisation's lists that have a version to the editor; users who may not see lists keep those that the flow has. */
export function useOfferedLists(editor: Editor): void {
  const href = linkFor(useProfile(), "lists", "GET");
  const { data } = useAllPages("lists.list", { queryKey: ["lists", "choices", href], href, query: { sort: "name" } });
  useEffect(() => {
    if (data === undefined) return;
    const published = data.items.map(({ _embedded }) => _embedded).filter(({ newestVersion }) => newestVersion > 0);
    editor.offerLists(
      published.map(({ webSafeString, name, key, columns }) => ({ listId: webSafeString, name, keyType: key.type, columns })),
    );
  }, [editor, data]);
}
