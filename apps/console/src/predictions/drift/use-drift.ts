import type { DriftUpdate, PredictionOutcomes } from "@airlock/contract";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { predictionLists } from "../use-predictions.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import type { DriftDays } from "../editor/prediction-search.ts";
import { tellFailure } from "../editor/tell-failure.ts";
import { driftRange } from "./drift-view.ts";
import { predictionKey, type Prediction } from "../editor/use-prediction.ts";
import { loadOptions } from "../../api/load-options.ts";

/** The polling interval, because new decisions arrive while the page is open. */
const lookAgainMillis = 5_000;

/** The live inputs and scores of the deployed model compared with its training, and the actions on them. */
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
    queryFn: (context) => client.get("prediction.drift", href ?? "", { query: driftRange(days, Date.now()), ...loadOptions(context) }),
  });
  const saving = async (save: () => Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await save();
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
  const [watchLink, outcomesLink] = [linkFor(prediction, "drift", "PUT"), linkFor(prediction, "outcomes", "PUT")];
  return {
    drift: query.data?._embedded,
    error: query.data === undefined ? query.error : undefined,
    retry: () => void query.refetch(),
    /** Undefined for those who may only look. */
    watch:
      watchLink === undefined
        ? undefined
        : (body: DriftUpdate) => saving(() => client.put("prediction.watch", watchLink, { body }), `${name} saved`),
    setOutcomes:
      outcomesLink === undefined
        ? undefined
        : (body: PredictionOutcomes | null) =>
            saving(() => client.put("prediction.outcomes", outcomesLink, { body }), body === null ? "Outcomes removed" : "Outcomes chosen"),
  };
}
