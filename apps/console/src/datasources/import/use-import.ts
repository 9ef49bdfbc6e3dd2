import { useAction } from "../../api/use-action.ts";
import { useResource } from "../../api/use-resource.ts";

const pollMillis = 500;
const ended: readonly string[] = ["done", "failed", "cancelled"];

/** The progress of an import, polled until it ends, and the action to cancel it. */
export function useImport(href: string | undefined) {
  const query = useResource("import.read", {
    href,
    refetchInterval: ({ state }) => (ended.includes(state.data?._embedded.status ?? "") ? false : pollMillis),
  });
  const cancel = useAction("import.cancel", query.data, { changes: ["import.read"] });
  return { run: query.data, seenAt: query.dataUpdatedAt, cancel: cancel.isOffered ? () => cancel.mutate() : undefined };
}
