import type { List, ModelSummary, PredictionFields, PredictionSummary, Resource } from "@airlock/contract";
import type { PredictionChoice } from "@airlock/editor/react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { holds, linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";

interface Known {
  readonly id: string;
  readonly inputs: NonNullable<PredictionChoice["inputs"]>;
  readonly models: readonly number[];
}

/** The predictions that a node may name: all by name, and of those that a panel shows also what they take in and their models. */
export function usePredictionChoices() {
  const client = useClient();
  const profile = useProfile();
  const href = linkFor(profile, "predictions", "GET");
  const mayRead = holds(profile, "prediction.read");
  const [asked, setAsked] = useState<readonly string[]>([]);
  const ask = useCallback((id: string) => setAsked((now) => (now.includes(id) ? now : [...now, id])), []);
  const list = useQuery({
    queryKey: ["predictions", "choices", href],
    enabled: href !== undefined,
    queryFn: ({ signal }) => client.request<List<PredictionSummary>>("GET", `${href}?limit=500&sort=name`, { signal, background: true }),
  });
  const known = useQueries({
    queries: (href === undefined || !mayRead ? [] : asked).map((id) => ({
      queryKey: ["predictions", "choice", href, id],
      retry: false,
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Known> => {
        const options = { signal, background: true };
        const one = await client.request<Resource<PredictionFields>>("GET", `${href}/${encodeURIComponent(id)}`, options);
        const link = linkFor(one, "models", "GET");
        const models = link === undefined ? [] : (await client.request<List<ModelSummary>>("GET", `${link}?limit=500`, options)).items;
        return {
          id,
          inputs: one._embedded.mapping.inputFields.map(({ name, applicationField }) => ({ name, usual: applicationField })),
          models: models.map(({ _embedded }) => _embedded.number).toSorted((first, other) => other - first),
        };
      },
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const choices = useMemo(
    () =>
      (list.data?.items ?? []).map(({ _embedded: { webSafeString, name, deployedModel, type } }): PredictionChoice => {
        const more = known.find(({ id }) => id === webSafeString);
        const byKey = type === "analyticsPrediction";
        return {
          id: webSafeString,
          name,
          deployedModel,
          byKey,
          ...(more === undefined ? {} : { inputs: more.inputs, models: more.models }),
        };
      }),
    [list.data, known],
  );
  return { choices, ask };
}
