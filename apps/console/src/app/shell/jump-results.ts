import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import { addressOf } from "../../api/address-of.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { openSolution } from "../../parts/links/open-solution.ts";
import { useSolutionSearch } from "../../parts/search/use-source-search.ts";
import { useUserSearch } from "../../parts/search/use-user-search.ts";
import { exactDate } from "../../ui/format/dates.ts";
import type { IconName } from "../../ui/icons/icon.tsx";

interface JumpResult {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
  readonly note: string;
  readonly open: () => void;
}

export interface JumpGroup {
  readonly heading: string;
  readonly results: readonly JumpResult[];
}

const maxResults = 6;
const leastText = 2;
/** Executions are found by their id or the correlation id of their call, refused requests by the latter, never by words. */
const anyId = /^(?=.*\d)[\w.:-]{6,128}$/;

/** Searches the lists of the API for a text. Lists that the user may not read are skipped; a list that fails has no results. */
export function useJumpResults(text: string): { readonly groups: readonly JumpGroup[]; readonly isFetching: boolean } {
  const client = useClient();
  const profile = useProfile();
  const navigate = useNavigate();
  const solutions = useSolutionSearch();
  const users = useUserSearch();
  const versionsHref = linkFor(profile, "versions", "GET");
  const listsHref = linkFor(profile, "lists", "GET");
  const requestsHref = linkFor(profile, "refusedRequests", "GET");
  const executionsHref = linkFor(profile, "executions", "GET");
  const mayOpenExecutions = linkFor(profile, "execution", "GET") !== undefined;
  const searched = useDeferredValue(text.trim());

  const findVersions = async (signal: AbortSignal): Promise<readonly JumpResult[]> => {
    if (versionsHref === undefined) return [];
    const query = { limit: maxResults, search: searched };
    const { items } = await client.get("versions.listAll", addressOf("versions.listAll"), {
      query,
      signal,
      background: true,
      waited: true,
    });
    return items.map(({ _embedded: { webSafeString, versionName, solutionName } }) => ({
      key: webSafeString,
      icon: "rocket",
      label: `${solutionName} ${versionName}`,
      note: "API page",
      open: () => void navigate({ to: "/admin/versions/$webSafeString", params: { webSafeString } }),
    }));
  };
  const findExecutions = async (signal: AbortSignal): Promise<readonly JumpResult[]> => {
    if (executionsHref === undefined || !mayOpenExecutions || !anyId.test(searched)) return [];
    const query = { limit: maxResults, id: searched };
    const { items } = await client.get("executions.list", executionsHref, { query, signal, background: true, waited: true });
    return items.map(({ _embedded: { webSafeString, solutionName, versionName, started } }) => ({
      key: webSafeString,
      icon: "executions",
      label: `${solutionName}, ${versionName}`,
      note: exactDate(started),
      open: () => void navigate({ to: "/execution/$webSafeString", params: { webSafeString } }),
    }));
  };
  const findRequests = async (signal: AbortSignal): Promise<readonly JumpResult[]> => {
    if (requestsHref === undefined || !anyId.test(searched)) return [];
    const query = { limit: maxResults, search: searched };
    const { items } = await client.get("refusedRequests.list", requestsHref, { query, signal, background: true, waited: true });
    return items.map(({ _embedded: { webSafeString: request, status, code, at, correlationId: q } }) => ({
      key: request,
      icon: "api",
      label: `${status} ${code}`,
      note: exactDate(at),
      open: () => void navigate({ to: "/admin/requests", search: { span: "all", q, request } }),
    }));
  };
  const findSolutions = async (signal: AbortSignal): Promise<readonly JumpResult[]> =>
    ((await solutions?.find(searched, signal)) ?? []).slice(0, maxResults).map(({ value, label, note = "" }) => ({
      key: value,
      icon: "solutions",
      label,
      note,
      open: () => openSolution(value),
    }));
  const findLists = async (signal: AbortSignal): Promise<readonly JumpResult[]> => {
    if (listsHref === undefined) return [];
    const query = { limit: maxResults, search: searched };
    const { items } = await client.get("lists.list", listsHref, { query, signal, background: true, waited: true });
    return items.map(({ _embedded: { webSafeString: list, name, kind } }) => ({
      key: list,
      icon: kind === "set" ? "lists" : "kind-lookup",
      label: name,
      note: kind === "set" ? "Set" : "Lookup",
      open: () => void navigate({ to: "/admin/lists", search: { list } }),
    }));
  };
  const findUsers = async (signal: AbortSignal): Promise<readonly JumpResult[]> =>
    ((await users?.find(searched, signal)) ?? []).slice(0, maxResults).map(({ value, label, note = "" }) => ({
      key: value,
      icon: "user",
      label,
      note,
      open: () => void navigate({ to: "/admin/users", search: { q: note === "" ? label : note } }),
    }));

  const { data, isFetching } = useQuery({
    queryKey: ["jump", profile._links, searched],
    enabled: searched.length >= leastText,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<readonly JumpGroup[]> => {
      const finders = [
        { heading: "Solutions", find: findSolutions },
        { heading: "Versions", find: findVersions },
        { heading: "Lists", find: findLists },
        { heading: "People", find: findUsers },
        { heading: "Executions", find: findExecutions },
        { heading: "Refused requests", find: findRequests },
      ];
      const groups = await Promise.all(
        finders.map(async ({ heading, find }) => ({ heading, results: await find(signal).catch(() => []) })),
      );
      return groups.filter(({ results }) => results.length > 0);
    },
  });
  return { groups: searched.length < leastText ? [] : (data ?? []), isFetching };
}
