import type { FlowList } from "@airlock/flow";
import { useMemo } from "react";
import { listsInReach } from "../../document/settle-lists.ts";
import { usePart } from "../use-part.ts";

/** The lists that can be chosen, updated when those of the flow or of the organisation change. */
export function useListsInReach(): readonly FlowList[] {
  const lists = usePart("lists", (state) => state.document.lists);
  const offered = usePart("lists", (state) => state.offeredLists);
  return useMemo(() => listsInReach({ lists }, offered), [lists, offered]);
}
