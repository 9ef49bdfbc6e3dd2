import type { Resource, VersionFields } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { usageQuery } from "../../parts/time-range/usage-range.ts";
import { number } from "../../ui/format/numbers.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";

const liveMillis = 15_000;
const nowhere = { start: 0, end: 0 };

/** The number of executions of a version in the last 24 hours. Loaded only while the row is in view, because there may be hundreds of rows. */
export function DayCount({ version }: { readonly version: Resource<VersionFields> }) {
  const client = useClient();
  const place = useRef<HTMLSpanElement>(null);
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    const watching = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? false));
    if (place.current) watching.observe(place.current);
    return () => watching.disconnect();
  }, []);
  const href = linkFor(version, "stats", "GET");
  const { data } = useQuery({
    queryKey: ["stats", href, "day"],
    enabled: inSight && href !== undefined,
    refetchInterval: liveMillis,
    queryFn: ({ signal }) => {
      const { start, end, gran } = usageQuery("DAY", Date.now(), nowhere);
      return client.get("version.stats", href ?? "", { query: { start, end, gran }, signal, background: true });
    },
  });
  return (
    <span ref={place} className="num">
      {data === undefined ? <span className="faint">-</span> : number(data._embedded.total)}
    </span>
  );
}
