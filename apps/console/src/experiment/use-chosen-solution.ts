import type { DefinitionFields, List, Resource, SolutionFields, VersionFields } from "@airlock/contract";
import type { DatasetField } from "@airlock/flow";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";
import type { Choice } from "../table/column.ts";
import type { Draft } from "./experiment-draft.ts";

export interface ChosenSolution {
  readonly fields: readonly DatasetField[];
  readonly isValid: boolean;
  /** When the solution was saved, or the version frozen. */
  readonly changedDate: string;
}

/** What the chosen solution, or its chosen version, asks for; and which versions there are. */
export function useChosenSolution({ solution, version }: Pick<Draft, "solution" | "version">) {
  const client = useClient();
  const profile = useProfile();
  const [solutions, versions] = [linkFor(profile, "solutions", "GET"), linkFor(profile, "versions", "GET")];
  const id = solution?.value;
  const versionId = version?.value;
  const read = useQuery({
    queryKey: ["experiment solution", solutions, id],
    enabled: solutions !== undefined && id !== undefined,
    queryFn: ({ signal }) => client.request<Resource<SolutionFields>>("GET", `${solutions}/${encodeURIComponent(id ?? "")}`, { signal }),
  });
  const versionsHref = linkFor(read.data, "versions", "GET");
  const choices = useQuery({
    queryKey: ["experiment solution", "versions", versionsHref],
    enabled: versionsHref !== undefined,
    queryFn: ({ signal }) => client.request<List<VersionFields>>("GET", `${versionsHref}?limit=500`, { signal }),
    select: ({ items }): readonly Choice[] =>
      items.map(({ _embedded: { webSafeString, versionName } }) => ({ value: webSafeString, label: versionName })),
  });
  const draftHref = linkFor(read.data, "definition", "GET");
  const definition = useQuery({
    queryKey: ["experiment solution", "definition", versionId === undefined ? draftHref : versions, versionId],
    enabled: versionId === undefined ? draftHref !== undefined : versions !== undefined,
    queryFn: async ({ signal }): Promise<ChosenSolution> => {
      if (versionId === undefined) {
        const { _embedded } = await client.request<Resource<DefinitionFields>>("GET", draftHref ?? "", { signal });
        return { fields: _embedded.applicationDatasetFields, isValid: _embedded.validRuntime, changedDate: _embedded.savedDate };
      }
      const frozen = await client.request<Resource<VersionFields>>("GET", `${versions}/${encodeURIComponent(versionId)}`, { signal });
      const href = linkFor(frozen, "definition", "GET");
      if (href === undefined) throw new Error("The version has no link to its definition.");
      const { _embedded } = await client.request<Resource<DefinitionFields>>("GET", href, { signal });
      // Only what is valid is ever frozen.
      return { fields: _embedded.applicationDatasetFields, isValid: true, changedDate: frozen._embedded.createdDate };
    },
  });
  return {
    /** Whether what it asks for can be seen at all. */
    mayRead: solutions !== undefined && (versionId === undefined || versions !== undefined),
    chosen: id === undefined ? undefined : definition.data,
    versions: choices.data,
    error: read.error ?? definition.error ?? choices.error,
    refresh: () => Promise.all([read.refetch(), definition.refetch(), choices.refetch()]),
  };
}
