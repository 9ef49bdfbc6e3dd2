import { useQuery } from "@tanstack/react-query";
import { useSession } from "./use-session.ts";

export const membershipsKey = ["memberships"] as const;

/** The organisations of the user, and those that invited them. */
export function useMemberships() {
  const session = useSession();
  return useQuery({ queryKey: membershipsKey, queryFn: () => session.memberships(), staleTime: 30_000 });
}
