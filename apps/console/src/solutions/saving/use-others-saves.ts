import type { Resource, SolutionFields } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { clock } from "../../ui/format/dates.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import type { Saving } from "./use-saving.ts";

const everyMillis = 10_000;

/** Shows a message when someone else saves the solution that is open here, with their name. The earlier both know, the less there is to merge. */
export function useOthersSaves(solution: Resource<SolutionFields>, saving: Saving): void {
  const client = useClient();
  const messages = useMessages();
  const href = linkFor(solution, "saves", "GET");
  const notifiedRevision = useRef(0);
  const shown = useRef<number>(undefined);
  const { data } = useQuery({
    queryKey: ["last-save", href],
    enabled: href !== undefined && saving.maySave,
    refetchInterval: everyMillis,
    queryFn: ({ signal }) => client.get("solution.saves.list", href ?? "", { query: { limit: 1 }, signal, background: true }),
    select: (list) => list.items[0]?._embedded,
  });
  const { saved, isSaving, conflict, meet } = saving;
  useEffect(() => {
    // The window's own save is known only after its response; until then it would look like someone else's.
    if (data === undefined || isSaving || conflict !== undefined) return;
    // Merged or adopted: the message is obsolete.
    if (shown.current !== undefined && notifiedRevision.current <= saved().revision) {
      messages.dismiss(shown.current);
      shown.current = undefined;
    }
    if (data.revision <= saved().revision || data.revision <= notifiedRevision.current) return;
    notifiedRevision.current = data.revision;
    const who = data.savedBy === "" ? "Someone else" : data.savedBy;
    const title = data.savedByYou ? "You saved this solution in another window" : `${who} saved this solution`;
    const description = `At ${clock(new Date(data.savedDate))}. You can merge both.`;
    shown.current = messages.say("warning", title, description, {
      lasting: true,
      action: { label: "Compare", run: () => void meet() },
    });
  }, [data, isSaving, conflict, saved, meet, messages]);
}
