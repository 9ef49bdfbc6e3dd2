import { useQuery } from "@tanstack/react-query";
import { loadOptions } from "../../api/load-options.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { defaultSpan, usageQuery } from "../../parts/time-range/usage-range.ts";
import type { Version } from "../../parts/versions/resources.ts";

/** How many decisions a version made in the last day; undefined until it is known, and for users who may not read it. */
export function useDayVolume(version: Version | undefined): number | undefined {
  const client = useClient();
  const href = linkFor(version, "stats", "GET");
  const { data } = useQuery({
    queryKey: ["day volume", href],
    enabled: href !== undefined,
    retry: false,
    // The proposed steps and guards must not change while they are read.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (context) => {
      const now = Date.now();
      const { start, end, gran } = usageQuery("DAY", now, defaultSpan(now));
      return (await client.get("version.stats", href ?? "", { query: { start, end, gran }, ...loadOptions(context) }))._embedded.total;
    },
  });
  return data;
}
