import type { List, Resource, SolutionFields, SolutionUpdate, VersionFields, VersionUpdate } from "@airlock/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { tellProblem } from "../messages/tell-problem.ts";
import { useMessages } from "../messages/use-messages.ts";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";

export type Solution = Resource<SolutionFields>;
export type Version = Resource<VersionFields>;

/** The lists that a change of a solution or version may be seen in. */
export const solutionLists = ["solutions", "versions", "deployed"] as const;
const liveMillis = 5000;

/** Every version that is or was served, by solution: what a row says of its solution. */
export function useDeployed(): ReadonlyMap<string, readonly VersionFields[]> | undefined {
  const client = useClient();
  const href = linkFor(useProfile(), "versions", "GET");
  const { data } = useQuery({
    queryKey: ["deployed", href],
    enabled: href !== undefined,
    refetchInterval: liveMillis,
    queryFn: ({ signal }) => client.request<List<VersionFields>>("GET", `${href}/ALL?limit=500`, { signal, background: true }),
    select: (list) =>
      Map.groupBy(
        list.items.map((version) => version._embedded),
        (version) => version.entityWss,
      ),
  });
  return href === undefined ? undefined : (data ?? new Map());
}

export function useVersions(solution: Solution) {
  const client = useClient();
  const queries = useQueryClient();
  const href = linkFor(solution, "versions", "GET");
  const queryKey = ["versions", href];
  return useQuery({
    queryKey,
    enabled: href !== undefined,
    refetchInterval: liveMillis,
    queryFn: ({ signal }) => {
      const background = queries.getQueryData(queryKey) !== undefined;
      return client.request<List<VersionFields>>("GET", `${href}?limit=500`, { signal, background });
    },
  });
}

/** What can be done to solutions and versions. Each says what happened, or what went wrong, and has the lists asked for again. */
export function useSolutionActions() {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  const refresh = () => Promise.all(solutionLists.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const doing = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      tellProblem(messages, error);
      return undefined;
    } finally {
      await refresh();
    }
  };
  return {
    add: (href: string) =>
      doing(async () => {
        const made = await client.request<Solution>("POST", href, {
          body: { name: "New Solution", description: "New solution description" },
        });
        messages.success("Solution added");
        return made;
      }),
    /** With the revision it was read at, so that a change made meanwhile is told, not overwritten. */
    change: async (href: string, revision: number, fields: SolutionUpdate | VersionUpdate) => {
      await doing(() => client.request("PUT", href, { body: { ...fields, revision } }));
    },
    createVersion: (href: string, solution: string) =>
      doing(async () => {
        const made = await client.request<Version>("POST", href, { body: {} });
        messages.success(`${made._embedded.versionName} of ${solution} created`);
        return made;
      }),
    serve: (href: string, version: string) =>
      doing(async () => {
        await client.request<Version>("PUT", href);
        messages.success(`${version} is serving`);
      }),
    stop: (href: string, version: string) =>
      doing(async () => {
        await client.request<Version>("PUT", href);
        messages.success(`${version} is stopped`);
      }),
  };
}
