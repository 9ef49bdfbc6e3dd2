import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { datasourceLists } from "../use-datasources.ts";

/** Whether another datasource has this name already. */
export function useNameTaken(name: string): boolean {
  const client = useClient();
  const href = linkFor(useProfile(), "datasources", "GET");
  const wanted = useDeferredValue(name);
  const { data } = useQuery({
    queryKey: [datasourceLists[0], "named", href, wanted],
    enabled: href !== undefined && wanted !== "",
    retry: false,
    queryFn: ({ signal }) =>
      client.all("datasources.list", href ?? "", { query: { sort: "name", search: wanted }, signal, background: true }),
  });
  return data?.items.some(({ _embedded }) => _embedded.name.toLowerCase() === wanted.toLowerCase()) === true && wanted === name;
}
