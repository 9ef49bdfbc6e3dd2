import type { DatasetField } from "@airlock/flow";
import { useQuery } from "@tanstack/react-query";
import { itemAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { useAllPages } from "../../api/use-all-pages.ts";
import { useResource } from "../../api/use-resource.ts";
import type { Choice } from "../list-page/column.ts";

interface SolutionChoice {
  readonly solution: Choice | null;
  /** Null for the solution as it is saved. */
  readonly version: Choice | null;
}

export interface ChosenSolution {
  readonly fields: readonly DatasetField[];
  readonly isValid: boolean;
  /** When the solution was saved, or the version frozen. */
  readonly changedDate: string;
}

/** The input fields of the chosen solution or version, and the versions to choose from. */
export function useChosenSolution({ solution, version }: SolutionChoice) {
  const client = useClient();
  const profile = useProfile();
  const [solutions, versions] = [linkFor(profile, "solutions", "GET"), linkFor(profile, "versions", "GET")];
  const id = solution?.value;
  const versionId = version?.value;
  const read = useResource("solution.read", {
    queryKey: ["experiment solution", solutions, id],
    href: itemAddress(solutions, id),
    isForeground: true,
  });
  const versionsHref = linkFor(read.data, "versions", "GET");
  const choices = useAllPages("solution.versions.list", {
    queryKey: ["experiment solution", "versions", versionsHref],
    href: versionsHref,
    isForeground: true,
    select: ({ items }): readonly Choice[] =>
      items.map(({ _embedded: { webSafeString, versionName } }) => ({ value: webSafeString, label: versionName })),
  });
  const draftHref = linkFor(read.data, "definition", "GET");
  const definition = useQuery({
    queryKey: ["experiment solution", "definition", versionId === undefined ? draftHref : versions, versionId],
    enabled: versionId === undefined ? draftHref !== undefined : versions !== undefined,
    queryFn: async ({ signal }): Promise<ChosenSolution> => {
      if (versionId === undefined) {
        const { _embedded } = await client.get("definition.read", draftHref ?? "", { signal });
        return { fields: _embedded.applicationDatasetFields, isValid: _embedded.validRuntime, changedDate: _embedded.savedDate };
      }
      const frozen = await client.get("version.read", itemAddress(versions, versionId) ?? "", { signal });
      const href = linkFor(frozen, "definition", "GET");
      if (href === undefined) throw new Error("The version has no link to its definition.");
      const { _embedded } = await client.get("version.definition", href, { signal });
      // Only what is valid is ever frozen.
      return { fields: _embedded.applicationDatasetFields, isValid: true, changedDate: frozen._embedded.createdDate };
    },
  });
  return {
    /** Whether the user may read the input fields. */
    mayRead: solutions !== undefined && (versionId === undefined || versions !== undefined),
    chosen: id === undefined ? undefined : definition.data,
    versions: choices.data,
    error: read.error ?? definition.error ?? choices.error,
    refresh: () => Promise.all([read.refetch(), definition.refetch(), choices.refetch()]),
  };
}
