import type { List, Resource, SolutionFields, VersionFields } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMessages } from "../messages/use-messages.ts";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";
import { useRecords } from "../table/use-records.ts";
import { openSolution } from "./open-solution.ts";

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
  const { doing, saver } = useRecords(solutionLists);
  return {
    saver,
    add: (href: string, body: { readonly name: string; readonly description: string; readonly definition: Definition }) =>
      doing(async () => {
        const made = await client.request<Solution>("POST", href, { body });
        messages.success(`${made._embedded.name} added`, { label: "Open", run: () => openSolution(made._embedded.webSafeString) });
        return made;
      }),
    /** Another solution with the same drawing, comments and tests. */
    duplicate: (solution: Solution, href: string) =>
      doing(async () => {
        const { readDrawing } = await import("./solution-drawing.ts");
        const definition = await readDrawing(client, solution);
        const { name, description } = solution._embedded;
        const body = { name: `${name} copy`.slice(0, 200), description, definition };
        const made = await client.request<Solution>("POST", href, { body });
        messages.success(`${made._embedded.name} added`, { label: "Open", run: () => openSolution(made._embedded.webSafeString) });
        return made;
      }),
    exportFile: (solution: Solution) =>
      doing(async () => {
        const { exportDrawing } = await import("./solution-drawing.ts");
        await exportDrawing(client, solution);
      }),
    /** Throws what the api refused with, for the dialog to show. */
    createVersion: async (solution: Solution, body: { versionName?: string; versionDescription: string }) => {
      try {
        const made = await client.request<Version>("POST", solution._links["versions"]?.href ?? "", { body });
        messages.success(`${made._embedded.versionName} of ${solution._embedded.name} created`);
        return made;
      } finally {
        await doing(() => Promise.resolve());
      }
    },
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
