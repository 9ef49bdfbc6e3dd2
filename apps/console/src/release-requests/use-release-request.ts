import type { Resource, WholeReleaseRequestFields } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { useMemo } from "react";
import { addressOf } from "../api/address-of.ts";
import { itemAddress } from "../api/calls.ts";
import { definitionIn } from "../api/definition-in.ts";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useAllPages } from "../api/use-all-pages.ts";
import { useResource } from "../api/use-resource.ts";
import { versionChanges } from "../parts/versions/resources.ts";
import { useFrozenDefinition } from "../parts/versions/use-frozen-definition.ts";
import type { WholeComparison } from "../parts/comparison/use-comparison.ts";

export type ReleaseRequest = Resource<WholeReleaseRequestFields>;

const runningMillis = 1_500;
/** Polled, because others comment, approve and replace the version while the page is open. */
const openMillis = 10_000;

/** Every list that an action on a request may change. */
export const requestChanges = [
  "releaseRequest.read",
  "solution.releaseRequests.list",
  "solution.releases.list",
  ...versionChanges,
  "solution.read",
] as const;

export function useReleaseRequest(id: string) {
  const mayRead = holds(useProfile(), "versions.list");
  const query = useResource("releaseRequest.read", {
    href: mayRead ? addressOf("releaseRequest.read", { releaseRequestId: id }) : undefined,
    refetchInterval: ({ state }) => {
      const request = state.data?._embedded;
      if (request === undefined || request.status !== "open") return false;
      return request.gatesState === "running" ? runningMillis : openMillis;
    },
  });
  return { mayRead, query };
}

export interface Definitions {
  readonly live: Definition | undefined;
  readonly requested: Definition | undefined;
  readonly error: Error | null;
}

function useVersionDefinition(id: string | undefined) {
  const versions = linkFor(useProfile(), "versions", "GET");
  const version = useResource("version.read", { href: itemAddress(versions, id) });
  const { data, error } = useFrozenDefinition(version.data);
  return { data: useMemo(() => data && definitionIn(data), [data]), error: version.error ?? error };
}

/** What the live and the requested version were frozen with: from their comparison if there is one, else from the versions. */
export function useDefinitions({ _embedded }: ReleaseRequest, comparison: WholeComparison | undefined): Definitions {
  const { versionWss, liveVersionWss } = _embedded;
  const compared = comparison?._embedded;
  const isOfBoth = compared !== undefined && compared.left.versionWss === liveVersionWss && compared.right.versionWss === versionWss;
  const live = useVersionDefinition(isOfBoth ? undefined : (liveVersionWss ?? undefined));
  const requested = useVersionDefinition(isOfBoth ? undefined : versionWss);
  if (isOfBoth) return { live: compared.leftDefinition, requested: compared.rightDefinition, error: null };
  return { live: live.data, requested: requested.data, error: live.error ?? requested.error };
}

/** The versions that can take the place of the requested one. */
export function useReplacements({ _embedded }: ReleaseRequest) {
  const solutions = linkFor(useProfile(), "solutions", "GET");
  const solution = useResource("solution.read", { href: itemAddress(solutions, _embedded.solutionWss) });
  // A fix is often a version that was made in another window a moment ago.
  const versions = useAllPages("solution.versions.list", { href: linkFor(solution.data, "versions", "GET"), staleTime: 0 });
  const taken: readonly (string | null)[] = [_embedded.versionWss, _embedded.liveVersionWss];
  return {
    versions: versions.data?.items.map(({ _embedded }) => _embedded).filter(({ webSafeString }) => !taken.includes(webSafeString)),
    error: solution.error ?? versions.error,
  };
}
