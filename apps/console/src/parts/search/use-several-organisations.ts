import { useQuery } from "@tanstack/react-query";
import { useOrganisationSearch } from "./use-organisation-search.ts";

/** Whether this user sees more organisations than their own. False until that is known. */
export function useSeveralOrganisations(): boolean {
  const search = useOrganisationSearch();
  // The key of the filter's own first page, so that both share one request.
  const { data } = useQuery({
    queryKey: [...(search?.name ?? ["organisations", "none"]), ""],
    enabled: search !== undefined,
    queryFn: ({ signal }) => search?.find("", signal) ?? [],
  });
  return (data?.length ?? 0) > 1;
}
