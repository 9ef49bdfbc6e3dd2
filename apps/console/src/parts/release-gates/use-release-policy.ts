import { needsRequest } from "@airlock/contract/release-gates";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useResource } from "../../api/use-resource.ts";
import type { Solution } from "../versions/resources.ts";

/** What a release of the solution needs; undefined until it is known, and where the user may not read it. */
export function useReleasePolicy(solution: Solution | undefined) {
  const query = useResource("solution.releasePolicy.read", { href: linkFor(solution, "releasePolicy", "GET") });
  return { policy: query.data, needsRequest: query.data !== undefined && needsRequest(query.data._embedded) };
}

/** The policy of all solutions that have none of their own. */
export function useOrganisationPolicy() {
  return useResource("releasePolicy.read", { href: linkFor(useProfile(), "releasePolicy", "GET") }).data;
}
