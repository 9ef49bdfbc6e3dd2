import type { DefinitionFields, List, Resource, SaveFields, SolutionFields, VersionFields } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { useQuery } from "@tanstack/react-query";
import { shortDate } from "../format/dates.ts";
import { linkFor } from "../session/permissions.ts";
import { useClient } from "../session/use-session.ts";
import { definitionIn } from "./use-saving.ts";

/** A state of the solution that can be looked at: a save or a version. What is drawn now is none of these. */
export interface PastState {
  readonly key: string;
  readonly kind: "save" | "version";
  /** 'Saved 14 Nov 2026, 11:42 by Ann Bell', 'Version v14' */
  readonly name: string;
  readonly date: string;
  readonly by: string;
  readonly isValid: boolean;
  readonly isServing: boolean;
  readonly read: () => Promise<Definition>;
}

/** Saves, newest first, and versions; asked for when someone wants to see them. */
export function useStates(solution: Resource<SolutionFields>, enabled: boolean) {
  const client = useClient();
  const saves = linkFor(solution, "saves", "GET");
  const versions = linkFor(solution, "versions", "GET");
  return useQuery({
    queryKey: ["states", saves, versions],
    enabled,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly PastState[]> => {
      const read = (href: string | undefined) => async () =>
        definitionIn(await client.request<Resource<DefinitionFields>>("GET", href ?? "", { background: false }));
      const [saved, frozen] = await Promise.all([
        saves === undefined ? undefined : client.request<List<SaveFields>>("GET", `${saves}?limit=100`, { signal }),
        versions === undefined ? undefined : client.request<List<VersionFields>>("GET", `${versions}?limit=100`, { signal }),
      ]);
      return [
        ...(saved?.items ?? []).map(({ _embedded: { revision, savedBy, savedDate, validRuntime }, _links }) => ({
          key: `save ${revision}`,
          kind: "save" as const,
          name: `Saved ${shortDate(savedDate)}${savedBy === "" ? "" : ` by ${savedBy}`}`,
          date: savedDate,
          by: savedBy,
          isValid: validRuntime,
          isServing: false,
          read: read(_links["self"]?.href),
        })),
        ...(frozen?.items ?? []).map((version) => ({
          key: `version ${version._embedded.webSafeString}`,
          kind: "version" as const,
          name: `Version ${version._embedded.versionName}`,
          date: version._embedded.createdDate,
          by: "",
          isValid: true,
          isServing: version._embedded.deploymentStatus === "serving",
          read: read(linkFor(version, "definition", "GET")),
        })),
      ];
    },
  });
}
