import type { ModelReport, Resource } from "@airlock/contract";
import { itemAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useAllPages } from "../../api/use-all-pages.ts";
import { useResource } from "../../api/use-resource.ts";
import type { Prediction } from "../editor/use-prediction.ts";

export type Model = Resource<ModelReport>;

/** The models of a prediction, newest first. */
export function useModels(prediction: Prediction) {
  const href = linkFor(prediction, "models", "GET");
  return useAllPages("prediction.models", {
    queryKey: ["models", prediction._embedded.webSafeString, href],
    href,
    select: ({ items }) => items.map(({ _embedded }) => _embedded).toSorted((one, other) => other.number - one.number),
  });
}

/** The whole report of one model. What a number stands for never changes, but whether it is deployed does. */
export function useModel(prediction: Prediction, number: number | undefined) {
  const href = linkFor(prediction, "models", "GET");
  return useResource("model.read", {
    queryKey: ["models", prediction._embedded.webSafeString, href, number],
    href: itemAddress(href, number?.toString()),
    isForeground: true,
    retry: false,
  });
}
