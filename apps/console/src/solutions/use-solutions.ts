import type { List, VersionFields } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { useQueryClient } from "@tanstack/react-query";
import { useMessages } from "../ui/messages/use-messages.ts";
import { addressOf } from "../api/address-of.ts";
import { cacheKey } from "../api/cache-key.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import { useAllPages } from "../api/use-all-pages.ts";
import { useRecords } from "../parts/list-page/editing/use-records.ts";
import { openSolution } from "../parts/links/open-solution.ts";
import { solutionLists, type Solution, type Version } from "../parts/versions/resources.ts";
import type { TemplateList } from "./templates.ts";

export const liveMillis = 5000;

export interface DeployedVersions {
  readonly bySolution: ReadonlyMap<string, readonly VersionFields[]>;
  /** False until all of them were read. */
  readonly isComplete: boolean;
}

/** All versions that are or were deployed, for the status of a row; undefined without the permission to list them. */
export function useDeployed(): DeployedVersions | undefined {
  const href = linkFor(useProfile(), "versions", "GET");
  const { data } = useAllPages("versions.listAll", {
    queryKey: ["deployed", href],
    href: href === undefined ? undefined : addressOf("versions.listAll"),
    refetchInterval: liveMillis,
    select: (list) =>
      Map.groupBy(
        list.items.map((version) => version._embedded),
        (version) => version.entityWss,
      ),
  });
  return href === undefined ? undefined : { bySolution: data ?? new Map(), isComplete: data !== undefined };
}

export function useVersions(solution: Solution) {
  return useAllPages("solution.versions.list", { href: linkFor(solution, "versions", "GET"), refetchInterval: liveMillis });
}

export interface NewSolution {
  readonly name: string;
  readonly description: string;
  readonly definition: Definition;
}

/** The actions on solutions and versions. Each reports its success or failure, and invalidates the lists. */
export function useSolutionActions() {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  const { doing, sending, saver } = useRecords(solutionLists);
  const profile = useProfile();
  const listsAddress = linkFor(profile, "lists", "GET");
  const withSubFlows = async (definition: Definition) => {
    const { withOwnSubFlows } = await import("./own-sub-flows.ts");
    const at = { solutions: linkFor(profile, "solutions", "GET"), versions: linkFor(profile, "versions", "GET") };
    return withOwnSubFlows(client, at, definition);
  };
  const withTemplateLists = async (definition: Definition, lists: readonly TemplateList[]) => {
    const { withOwnLists } = await import("./template-lists.ts");
    return withOwnLists(client, listsAddress, { definition, lists });
  };
  const startServing = async (version: Version) => {
    const serving = await client.put("version.deploy", linkFor(version, "deploy", "PUT") ?? "");
    // Updates the row before the message appears; the lists are loaded again afterwards.
    queries.setQueriesData<List<VersionFields>>(
      { queryKey: cacheKey("solution.versions.list") },
      (list) => list && withVersion(list, serving),
    );
    messages.success(`${version._embedded.versionName} is serving`);
  };
  return {
    saver,
    /** `lists`: those that a template brings. */
    add: (href: string, body: NewSolution, lists: readonly TemplateList[] = []) =>
      sending(async () => {
        const listed = lists.length === 0 ? body.definition : await withTemplateLists(body.definition, lists);
        const definition = listed.subFlows === undefined ? listed : await withSubFlows(listed);
        const made = await client.post("solutions.create", href, { body: { ...body, definition } });
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
        const made = await client.post("solutions.create", href, { body });
        messages.success(`${made._embedded.name} added`, { label: "Open", run: () => openSolution(made._embedded.webSafeString) });
        return made;
      }),
    exportFile: (solution: Solution) =>
      doing(async () => {
        const { exportDrawing } = await import("./solution-drawing.ts");
        await exportDrawing(client, solution);
      }),
    serve: (version: Version) => doing(() => startServing(version)),
    /** Stops it, and offers to start it again. */
    stop: (version: Version) =>
      doing(async () => {
        const stopped = await client.put("version.stop", linkFor(version, "stop", "PUT") ?? "");
        const undo = { label: "Undo", run: () => void doing(() => startServing(stopped)) };
        messages.success(`${version._embedded.versionName} is stopped`, undo);
      }),
  };
}

function withVersion(list: List<VersionFields>, version: Version): List<VersionFields> {
  const { webSafeString } = version._embedded;
  return { ...list, items: list.items.map((one) => (one._embedded.webSafeString === webSafeString ? version : one)) };
}
