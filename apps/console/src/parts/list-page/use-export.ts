import type { Resource } from "@airlock/contract";
import { useMessages } from "../../ui/messages/use-messages.ts";
import type { ListAction, ListedBy } from "../../api/calls.ts";
import { tellProblem } from "../../api/tell-problem.ts";
import { useClient } from "../../api/session/use-session.ts";
import type { Column } from "./column.ts";
import { csvOf } from "./csv.ts";
import { cursorOf, listAddress } from "./use-list.ts";
import type { Filters } from "./use-list.ts";
import type { TableSearch } from "./table-search.ts";

const pageRows = 500;

/** The whole list as searched and sorted, page after page, as CSV. */
export function useExport<Name extends ListAction>(action: Name, href: string, search: TableSearch, filters?: Filters) {
  const client = useClient();
  const messages = useMessages();
  return async (columns: readonly Column<Resource<ListedBy<Name>>>[], onText: (text: string) => void): Promise<void> => {
    try {
      const rows: Resource<ListedBy<Name>>[] = [];
      let after: string | undefined;
      do {
        const list = await client.list(action, listAddress(href, search, { after, limit: pageRows, filters }));
        rows.push(...list.items);
        after = cursorOf(list);
      } while (after !== undefined);
      onText(csvOf(columns, rows));
    } catch (error) {
      tellProblem(messages, error);
    }
  };
}
