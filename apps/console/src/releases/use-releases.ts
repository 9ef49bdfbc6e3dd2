import type { ReleaseFields, Resource } from "@airlock/contract";
import { itemAddress } from "../api/calls.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useAllPages } from "../api/use-all-pages.ts";
import { useResource } from "../api/use-resource.ts";

export type Release = Resource<ReleaseFields>;

/** Polled, because a scheduled release may start, and another user may release, while the page is open. */
const refreshMillis = 5_000;

/** A solution with its releases and release requests, newest first, and its versions. */
export function useReleases(solutionId: string) {
  const solutions = linkFor(useProfile(), "solutions", "GET");
  const solution = useResource("solution.read", { href: itemAddress(solutions, solutionId), refetchInterval: refreshMillis });
  const href = linkFor(solution.data, "releases", "GET");
  const releases = useAllPages("solution.releases.list", { href, refetchInterval: refreshMillis });
  const requests = useAllPages("solution.releaseRequests.list", {
    href: linkFor(solution.data, "releaseRequests", "GET"),
    refetchInterval: refreshMillis,
  });
  const versions = useAllPages("solution.versions.list", {
    href: linkFor(solution.data, "versions", "GET"),
    refetchInterval: refreshMillis,
  });
  return { mayRead: solutions !== undefined, mayList: href !== undefined, solution, releases, requests, versions };
}
