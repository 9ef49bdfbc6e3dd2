import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { fillAddress, itemAddress } from "../api/calls.ts";
import { tellProblem } from "../api/tell-problem.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import { useResource } from "../api/use-resource.ts";
import { overBody, type Over } from "../parts/comparison/over-choice.ts";
import type { SideKey } from "../parts/comparison/use-side-fields.ts";
import type { WholeComparison } from "../parts/comparison/use-comparison.ts";

/** The solution whose versions and draft can be chosen. */
export function useSides(solutionId: string | undefined) {
  const client = useClient();
  const solutions = linkFor(useProfile(), "solutions", "GET");
  return useQuery({
    queryKey: ["sides", solutions, solutionId],
    enabled: solutions !== undefined && solutionId !== undefined,
    queryFn: async ({ signal }) => {
      const solution = await client.get("solution.read", itemAddress(solutions, solutionId) ?? "", { signal });
      const href = linkFor(solution, "versions", "GET");
      const listed = href === undefined ? undefined : await client.all("solution.versions.list", href, { signal });
      const versions = listed?.items ?? [];
      return { solution, versions };
    },
  });
}

export interface Wanted {
  readonly solutionId: string;
  readonly left: SideKey;
  readonly right: SideKey;
  readonly over: Over;
}

/** Starts a comparison of two flows and opens its page. */
export function useCompareBehaviour() {
  const client = useClient();
  const messages = useMessages();
  const navigate = useNavigate();
  const href = linkFor(useProfile(), "comparisons", "POST");
  const [isAsking, setAsking] = useState(false);
  const compare = async ({ solutionId, left, right, over }: Wanted) => {
    const side = (key: SideKey) => (key === "draft" ? { solutionWss: solutionId } : { versionWss: key.replace("version ", "") });
    setAsking(true);
    try {
      const made = await client.post("comparisons.create", href ?? "", {
        body: { left: side(left), right: side(right), over: overBody(over, Date.now()) },
      });
      await navigate({ to: "/compare/$webSafeString", params: { webSafeString: made._embedded.webSafeString } });
    } catch (error) {
      tellProblem(messages, error);
    } finally {
      setAsking(false);
    }
  };
  return { mayCompare: href !== undefined, isAsking, compare };
}

export function useTracedRecord(comparison: WholeComparison, id: string | undefined) {
  const href = fillAddress(linkFor(comparison, "record", "GET"), { recordId: id });
  return useResource("comparison.record", {
    queryKey: ["traced record", href],
    href,
    enabled: id !== undefined,
    isForeground: true,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useRemoveComparison(comparison: WholeComparison) {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  const href = linkFor(comparison, "self", "DELETE");
  return async () => {
    try {
      await client.delete("comparison.delete", href ?? "");
      await queries.invalidateQueries({ queryKey: ["comparison"] });
    } catch (error) {
      tellProblem(messages, error);
    }
  };
}
