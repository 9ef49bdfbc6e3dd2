import type { Resource, SolutionFields } from "@airlock/contract";
import { diff, type Change, type Definition } from "@airlock/flow";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { shortDate } from "../../ui/format/dates.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { definitionIn } from "../../api/definition-in.ts";

/** A state of the solution that can be looked at: a save or a version. What is drawn now is not one of them. */
export interface PastState {
  readonly key: string;
  readonly kind: "save" | "version";
  /** 'Saved 14 Nov 2026, 11:42 by Ann Bell', 'Version v14' */
  readonly name: string;
  /** 'the save of 14 Nov 2026, 11:42', 'version v14' */
  readonly inSentence: string;
  /** 'v14'; undefined for a save. */
  readonly versionName?: string;
  readonly date: string;
  readonly by: string;
  readonly isValid: boolean;
  readonly isServing: boolean;
  readonly read: () => Promise<Definition>;
  /** What a save changed in the one before it. Undefined for versions, and where that one is not kept. */
  readonly readChanges: (() => Promise<readonly Change[]>) | undefined;
  /** The solution was created with it. */
  readonly isFirst: boolean;
}

/** Saves and versions, newest first. Loaded when they are shown. */
export function useStates(solution: Resource<SolutionFields>, enabled: boolean) {
  const client = useClient();
  const queries = useQueryClient();
  const saves = linkFor(solution, "saves", "GET");
  const versions = linkFor(solution, "versions", "GET");
  return useQuery({
    queryKey: ["states", saves, versions],
    enabled,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly PastState[]> => {
      // A past state never changes, so it is read once, also where two saves are compared with it.
      const read = (href = "") =>
        queries.fetchQuery({
          queryKey: ["past definition", href],
          staleTime: Number.POSITIVE_INFINITY,
          queryFn: async () => definitionIn(await client.get("solution.save.read", href)),
        });
      const [saved, frozen] = await Promise.all([
        saves === undefined ? undefined : client.all("solution.saves.list", saves, { signal }),
        versions === undefined ? undefined : client.all("solution.versions.list", versions, { signal }),
      ]);
      const ofSaves = (saved?.items ?? []).map(({ _embedded, _links }, index, all): PastState => {
        const { revision, savedBy, savedDate, validRuntime } = _embedded;
        const self = _links["self"]?.href;
        const before = all[index + 1]?._links["self"]?.href;
        return {
          key: `save ${revision}`,
          kind: "save",
          name: `Saved ${shortDate(savedDate)}${savedBy === "" ? "" : ` by ${savedBy}`}`,
          inSentence: `the save of ${shortDate(savedDate)}`,
          date: savedDate,
          by: savedBy,
          isValid: validRuntime,
          isServing: false,
          read: () => read(self),
          readChanges: before === undefined ? undefined : async () => diff(...(await Promise.all([read(before), read(self)]))),
          isFirst: revision === 1,
        };
      });
      const ofVersions = (frozen?.items ?? []).map((version): PastState => {
        const { webSafeString, versionName, createdDate, createdBy, deploymentStatus } = version._embedded;
        return {
          key: `version ${webSafeString}`,
          kind: "version",
          name: `Version ${versionName}`,
          versionName,
          inSentence: `version ${versionName}`,
          date: createdDate,
          by: createdBy,
          isValid: true,
          isServing: deploymentStatus === "serving",
          read: () => read(linkFor(version, "definition", "GET")),
          readChanges: undefined,
          isFirst: false,
        };
      });
      return [...ofVersions, ...ofSaves].toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date));
    },
  });
}
