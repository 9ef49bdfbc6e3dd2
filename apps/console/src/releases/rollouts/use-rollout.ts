import type { Resource, RolloutFields } from "@airlock/contract";
import { addressOf } from "../../api/address-of.ts";
import { holds, linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useAllPages } from "../../api/use-all-pages.ts";
import { useResource } from "../../api/use-resource.ts";
import { versionChanges, type Solution } from "../../parts/versions/resources.ts";

export type Rollout = Resource<RolloutFields>;

/** Guards are evaluated, steps begin and others act while a user watches. */
const refreshMillis = 5_000;
/** Results are counted again by each call. */
const resultMillis = 10_000;

/** Every list that an action on a rollout may change. */
export const rolloutChanges = [
  "rollout.read",
  "rollout.results",
  "rollout.shadow",
  "solution.rollouts.list",
  "solution.releases.list",
  ...versionChanges,
  "solution.read",
] as const;

/** The rollouts of a solution, newest first. */
export function useRollouts(solution: Solution | undefined): readonly Rollout[] {
  const { data } = useAllPages("solution.rollouts.list", {
    href: linkFor(solution, "rollouts", "GET"),
    refetchInterval: refreshMillis,
  });
  return data?.items ?? [];
}

export function useRollout(id: string) {
  const mayRead = holds(useProfile(), "versions.list");
  const query = useResource("rollout.read", {
    href: mayRead ? addressOf("rollout.read", { rolloutId: id }) : undefined,
    refetchInterval: ({ state }) => (state.data?._embedded.status === "running" ? refreshMillis : false),
  });
  return { mayRead, query };
}

const whileRunning = ({ _embedded: { status } }: Rollout) => (status === "running" ? resultMillis : (false as const));

/** What both versions of a split or a ramp decided. */
export function useResults(rollout: Rollout) {
  return useResource("rollout.results", { href: linkFor(rollout, "results", "GET"), refetchInterval: whileRunning(rollout) });
}

/** What the version of a shadow would have answered. */
export function useShadow(rollout: Rollout) {
  return useResource("rollout.shadow", { href: linkFor(rollout, "shadow", "GET"), refetchInterval: whileRunning(rollout) });
}
