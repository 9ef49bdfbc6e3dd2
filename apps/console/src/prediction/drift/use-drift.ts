import type { DriftFields, DriftUpdate, PredictionOutcomes, Resource } from "@airlock/contract";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMessages } from "../../messages/use-messages.ts";
import { predictionLists } from "../../predictions/use-predictions.ts";
import { linkFor } from "../../session/permissions.ts";
import { useClient } from "../../session/use-session.ts";
import type { DriftDays } from "../prediction-search.ts";
import { tellFailure } from "../tell-failure.ts";
import { driftRange } from "./drift-view.ts";
import { predictionKey, type Prediction } from "../use-prediction.ts";

/** Decisions go on while one looks. */
const lookAgainMillis = 5_000;

/** What the deployed model is asked and answers, beside its training; and what can be said about it. */
export function useDrift(prediction: Prediction, days: DriftDays) {
  const client = useClient();
  const queries = useQueryClient();
  const messages = useMessages();
  const { webSafeString, name } = prediction._embedded;
  const href = linkFor(prediction, "drift", "GET");
  const query = useQuery({
    queryKey: ["drift", webSafeString, href, days],
    enabled: href !== undefined,
    retry: false,
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMillis,
    queryFn: ({ signal }) => {
      const search = new URLSearchParams(driftRange(days, Date.now()));
      return client.request<Resource<DriftFields>>("GET", `${href}?${search}`, { signal, background: true });
    },
  });
  const put = async (rel: "drift" | "outcomes", body: unknown, done: string): Promise<boolean> => {
    const link = linkFor(prediction, rel, "PUT");
    if (link === undefined) return false;
    try {
      await client.request("PUT", link, { body });
      messages.success(done);
      return true;
    } catch (error) {
      tellFailure(messages, error);
      return false;
    } finally {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["drift", webSafeString] }),
        queries.invalidateQueries({ queryKey: predictionKey(webSafeString) }),
        queries.invalidateQueries({ queryKey: [predictionLists[0]] }),
      ]);
    }
  };
  return {
    drift: query.data?._embedded,
    error: query.data === undefined ? query.error : undefined,
    retry: () => void query.refetch(),
    /** Undefined for those who may only look. */
    watch: linkFor(prediction, "drift", "PUT") === undefined ? undefined : (body: DriftUpdate) => put("drift", body, `${name} saved`),
    setOutcomes:
      linkFor(prediction, "outcomes", "PUT") === undefined
        ? undefined
        : (body: PredictionOutcomes | null) => put("outcomes", body, body === null ? "Outcomes taken away" : "Outcomes chosen"),
  };
}
