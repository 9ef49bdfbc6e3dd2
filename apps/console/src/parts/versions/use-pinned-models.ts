import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import type { Solution } from "./resources.ts";
import { loadOptions } from "../../api/load-options.ts";

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
    queryFn: async (context) => {
      const options = loadOptions(context);
      const definition = await client.get("definition.read", href ?? "", options);
      const used = definition._embedded.solutionDefinition.nodes.flatMap((node) =>
        node.type === "Prediction" && node.config !== "" ? [{ config: node.config, model: node.model }] : [],
      );
      if (used.length === 0 || list === undefined)
        return used.map(({ config, model }) => ({ name: config, model: model || null, followsScores: false }));
      const { items } = await client.all("predictions.list", list, options);
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
