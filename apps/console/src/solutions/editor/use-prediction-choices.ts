import type { PredictionFields } from "@airlock/contract";
import type { PredictionChoice } from "@airlock/editor/react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { itemAddress } from "../../api/calls.ts";
import { holds, linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { loadOptions } from "../../api/load-options.ts";

interface Known {
  readonly id: string;
  readonly inputs: NonNullable<PredictionChoice["inputs"]>;
  readonly models: readonly number[];
}

const fieldTypes = { STRING: "String", INTEGER: "Integer", FLOAT: "Float" } as const;

function inputsOf({ inputFields, columns }: PredictionFields["mapping"]): Known["inputs"] {
  const types = new Map(columns.map(({ name, type }) => [name, fieldTypes[type]]));
  return inputFields.map(({ name, applicationField }) => {
    const type = types.get(name);
    return { name, usual: applicationField, ...(type === undefined ? {} : { type }) };
  });
}

/** The predictions that a node may name: all by name, and of those that a panel shows also what they take in and their models. */
export function usePredictionChoices() {
  const client = useClient();
  const profile = useProfile();
  const href = linkFor(profile, "predictions", "GET");
  const mayRead = holds(profile, "prediction.read");
  const [requested, setRequested] = useState<readonly string[]>([]);
  const ask = useCallback((id: string) => setRequested((now) => (now.includes(id) ? now : [...now, id])), []);
  const list = useQuery({
    queryKey: ["predictions", "choices", href],
    enabled: href !== undefined,
    queryFn: (context) => client.all("predictions.list", href ?? "", { query: { sort: "name" }, ...loadOptions(context) }),
  });
  const known = useQueries({
    queries: (href === undefined || !mayRead ? [] : requested).map((id) => ({
      queryKey: ["predictions", "choice", href, id],
      retry: false,
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Known> => {
        const options = { signal, background: true, waited: true };
        const one = await client.get("prediction.read", itemAddress(href, id) ?? "", options);
        const link = linkFor(one, "models", "GET");
        const models = link === undefined ? [] : (await client.all("prediction.models", link, options)).items;
        return {
          id,
          inputs: inputsOf(one._embedded.mapping),
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
