import type { PredictionCreate, PredictionSummary, Resource } from "@airlock/contract";
import { useMessages } from "../ui/messages/use-messages.ts";
import { useClient } from "../api/session/use-session.ts";
import { useRecords } from "../parts/list-page/editing/use-records.ts";

export type ListedPrediction = Resource<PredictionSummary>;

/** The lists that a change of a prediction may be seen in. */
export const predictionLists = ["predictions"] as const;

export const typeTexts = { standard: "Standard", analyticsPrediction: "Analytics prediction" } as const;

export function usePredictionActions() {
  const client = useClient();
  const messages = useMessages();
  const { sending, saver } = useRecords(predictionLists);
  return {
    saver,
    create: (href: string, body: Pick<PredictionCreate, "name" | "type">) =>
      sending(async () => {
        const made = await client.post("predictions.create", href, { body });
        messages.success(`${made._embedded.name} added`);
        return made;
      }),
  };
}
