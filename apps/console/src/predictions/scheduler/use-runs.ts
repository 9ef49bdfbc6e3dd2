import type { RunStatus } from "@airlock/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { counted } from "../../ui/format/numbers.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { predictionLists } from "../use-predictions.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useOlderRows } from "../../api/use-older-rows.ts";
import { useResource } from "../../api/use-resource.ts";
import { failureTitle } from "../editor/tell-failure.ts";
import { predictionKey, type Prediction } from "../editor/use-prediction.ts";

const watchMillis = 1_000;
const idleMillis = 5_000;
/** The newest, which are loaded again while they may change; `useOlderRows` has the others. */
const firstRows = 50;

const isOpen = (status: RunStatus | undefined) => status === "waiting" || status === "running";

/** The runs of a scheduler, newest first, live. Undefined for a prediction that has none. */
export function useRuns(prediction: Prediction) {
  const queries = useQueryClient();
  const messages = useMessages();
  const { webSafeString, name } = prediction._embedded;
  const href = linkFor(prediction, "runs", "GET");
  const query = useResource("prediction.runs", {
    queryKey: ["runs", webSafeString, href],
    href,
    query: { limit: firstRows },
    refetchInterval: ({ state }) => (isOpen(state.data?.items[0]?._embedded.status) ? watchMillis : idleMillis),
  });
  const { items, showOlder, error: olderError } = useOlderRows("prediction.runs", href, query.data, ({ number }) => number);
  const runs = items?.map(({ _embedded }) => _embedded);
  const latest = runs?.[0];

  const seen = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (query.data === undefined) return;
    const before = seen.current;
    const now = latest === undefined ? "none" : `${latest.number} ${latest.status}`;
    seen.current = now;
    if (before === undefined || before === now) return;
    void (async () => {
      // The configuration contains how the run ended, the deployed model and the time of the next run.
      await queries.invalidateQueries({ queryKey: predictionKey(webSafeString) });
      for (const key of ["training", "models"]) void queries.invalidateQueries({ queryKey: [key, webSafeString] });
      void queries.invalidateQueries({ queryKey: [predictionLists[0]] });
      if (latest?.status === "failed") {
        const statusMessage = queries.getQueryData<Prediction>(predictionKey(webSafeString))?._embedded.statusMessage ?? "";
        messages.error(failureTitle, statusMessage === "" ? latest.message : statusMessage);
      }
      if (latest?.status === "done")
        messages.success(`Run ${latest.number} of ${name} scored ${counted(latest.persons ?? 0, "person", "people")}`);
    })();
  }, [latest, messages, name, queries, query.data, webSafeString]);

  return {
    runs,
    showOlder,
    olderError,
    seenAt: query.dataUpdatedAt,
    error: query.data === undefined ? query.error : undefined,
    retry: () => void query.refetch(),
  };
}

export type Runs = ReturnType<typeof useRuns>;
