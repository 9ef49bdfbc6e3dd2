import { useQuery } from "@tanstack/react-query";
import { loadOptions } from "../../api/load-options.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { barsOf, defaultSpan, usageQuery } from "../../parts/time-range/usage-range.ts";
import type { Version } from "../../parts/versions/resources.ts";
import { clock } from "../../ui/format/dates.ts";
import { useLastHour } from "./last-hour.tsx";
import { dayText } from "./traffic-text.ts";

/** The decisions of a version in the last day, hour by hour. Nothing while they are loading or not available: the question does not wait. */
export function LastDay({ version }: { readonly version: Version }) {
  const client = useClient();
  const href = linkFor(version, "stats", "GET");
  const lastHour = useLastHour(version);
  const { data: day } = useQuery({
    queryKey: ["last day", href],
    enabled: href !== undefined,
    retry: false,
    queryFn: async (context) => {
      const now = Date.now();
      const { start, end, gran } = usageQuery("DAY", now, defaultSpan(now));
      const query = { start, end, gran };
      const { _embedded } = await client.get("version.stats", href ?? "", { query, ...loadOptions(context) });
      return { total: _embedded.total, bars: barsOf(_embedded.stats, gran) };
    },
  });
  if (day === undefined || lastHour === undefined) return null;
  const highest = Math.max(1, ...day.bars.map(({ count }) => count));
  const marks = [0, 6, 12, 18].flatMap((index) => day.bars[index] ?? []);
  return (
    <div className="last-day">
      <p>{dayText(day.total, lastHour)}</p>
      <div className="last-day-bars" aria-hidden="true">
        {day.bars.map(({ start, count }) => (
          <i key={start.getTime()} className={count === 0 ? "none" : undefined} style={{ height: `${(count / highest) * 100}%` }} />
        ))}
      </div>
      <div className="last-day-times" aria-hidden="true">
        {marks.map(({ start }) => (
          <span key={start.getTime()}>{clock(start)}</span>
        ))}
        <span>now</span>
      </div>
    </div>
  );
}
