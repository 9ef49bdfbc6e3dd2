import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { defaultSpan, usageQuery } from "../../parts/time-range/usage-range.ts";
import type { Version } from "../../parts/versions/resources.ts";
import { trafficText } from "./traffic-text.ts";
import { loadOptions } from "../../api/load-options.ts";

/** Decisions of a version in the last hour; undefined while the count is loading or not available. */
export function useLastHour(version: Version): number | undefined {
  const client = useClient();
  const href = linkFor(version, "stats", "GET");
  const { data } = useQuery({
    queryKey: ["last hour", href],
    enabled: href !== undefined,
    retry: false,
    queryFn: async (context) => {
      const now = Date.now();
      const { start, end, gran } = usageQuery("HOUR", now, defaultSpan(now));
      const query = { start, end, gran };
      const { _embedded } = await client.get("version.stats", href ?? "", { query, ...loadOptions(context) });
      return _embedded.total;
    },
  });
  return data;
}

/** How much a version was used, for a question about it. Nothing without the count: the question does not wait. */
export function LastHour({ version }: { readonly version: Version }) {
  const total = useLastHour(version);
  return total === undefined ? null : <p className="strong">{trafficText(total)}</p>;
}
