import type { DefinitionFields, List, PredictionSummary, Resource } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";
import type { Solution } from "./use-solutions.ts";

export interface PinnedModel {
  /** The prediction's name; its id where this person may not see predictions. */
  readonly name: string;
  /** Null when none is deployed and the node names none. */
  readonly model: number | null;
  /** Scores of everybody are worked out beforehand, and the version takes the newest of this model. */
  readonly followsScores: boolean;
}

/** Which models a version that is created now would pin for good. */
export function usePinnedModels(solution: Solution): readonly PinnedModel[] {
  const client = useClient();
  const href = linkFor(solution, "definition", "GET");
  const list = linkFor(useProfile(), "predictions", "GET");
  const { data } = useQuery({
    queryKey: ["definition", href, "predictions"],
    enabled: href !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const options = { signal, background: true };
      const definition = await client.request<Resource<DefinitionFields>>("GET", href ?? "", options);
      const used = definition._embedded.solutionDefinition.nodes.flatMap((node) =>
        node.type === "Prediction" && node.config !== "" ? [{ config: node.config, model: node.model }] : [],
      );
      if (used.length === 0 || list === undefined)
        return used.map(({ config, model }) => ({ name: config, model: model || null, followsScores: false }));
      const { items } = await client.request<List<PredictionSummary>>("GET", `${list}?limit=500`, options);
      const known = new Map(items.map(({ _embedded }) => [_embedded.webSafeString, _embedded]));
      return used.map(({ config, model }): PinnedModel => {
        const found = known.get(config);
        return {
          name: found?.name ?? config,
          model: model > 0 ? model : (found?.deployedModel ?? null),
          followsScores: found?.type === "analyticsPrediction",
        };
      });
    },
  });
  return data ?? [];
}
