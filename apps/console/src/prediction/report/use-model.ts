import type { List, ModelReport, ModelSummary, Resource } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../../session/permissions.ts";
import { useClient } from "../../session/use-session.ts";
import type { Prediction } from "../use-prediction.ts";

export type Model = Resource<ModelReport>;

/** The models of a prediction, newest first. */
export function useModels(prediction: Prediction) {
  const client = useClient();
  const href = linkFor(prediction, "models", "GET");
  return useQuery({
    queryKey: ["models", prediction._embedded.webSafeString, href],
    enabled: href !== undefined,
    queryFn: ({ signal }) => client.request<List<ModelSummary>>("GET", `${href}?limit=500`, { signal, background: true }),
    select: ({ items }) => items.map(({ _embedded }) => _embedded).toSorted((one, other) => other.number - one.number),
  });
}

/** The whole report of one model. What a number stands for never changes, but whether it is deployed does. */
export function useModel(prediction: Prediction, number: number | undefined) {
  const client = useClient();
  const href = linkFor(prediction, "models", "GET");
  return useQuery({
    queryKey: ["models", prediction._embedded.webSafeString, href, number],
    enabled: href !== undefined && number !== undefined,
    retry: false,
    queryFn: ({ signal }) => client.request<Model>("GET", `${href}/${number}`, { signal }),
  });
}
