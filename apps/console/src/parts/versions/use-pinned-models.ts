import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import type { Solution } from "./resources.ts";
import { useAllPages } from "../../api/use-all-pages.ts";
import { useSavedDefinition } from "./use-saved-definition.ts";

export interface PinnedModel {
  /** The prediction's name; its id where this person may not see predictions. */
  readonly name: string;
  /** Null when none is deployed and the node names none. */
  readonly model: number | null;
  /** A prediction with scores computed in advance: the version uses the newest scores of this model. */
  readonly followsScores: boolean;
}

/** The models that a version created now would pin permanently. */
export function usePinnedModels(solution: Solution): readonly PinnedModel[] {
  const address = linkFor(useProfile(), "predictions", "GET");
  const used = (useSavedDefinition(solution)?.solutionDefinition.nodes ?? []).flatMap((node) =>
    node.type === "Prediction" && node.config !== "" ? [{ config: node.config, model: node.model }] : [],
  );
  const { data } = useAllPages("predictions.list", {
    queryKey: ["predictions", "pinned", address],
    href: used.length === 0 ? undefined : address,
    staleTime: 0,
  });
  // Until their names are known there is nothing to say.
  if (address !== undefined && data === undefined) return [];
  const known = new Map(data?.items.map(({ _embedded }) => [_embedded.webSafeString, _embedded]));
  return used.map(({ config, model }): PinnedModel => {
    const found = known.get(config);
    return {
      name: found?.name ?? config,
      model: model > 0 ? model : (found?.deployedModel ?? null),
      followsScores: found?.type === "analyticsPrediction",
    };
  });
}
