import type { Log, Metrics } from "@airlock/platform";
import { countMinutes, settleMillis } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { repeat } from "../repeat.ts";

export interface StartCountingOptions {
  readonly clickhouse: ClickHouse;
  readonly metrics: Metrics;
  readonly log: Log;
}

const restMillis = 10_000;
/** A mark becomes visible when its insert ends, with the time at which it began: each pass overlaps the previous one by this much. */
const overlapMillis = 5 * settleMillis;
/** Interval of a full pass, which does not rely on marks. */
const everythingMillis = 3_600_000;

/** Counts the minutes that inserts marked, until the process stops. */
export function startCounting({ clickhouse, metrics, log }: StartCountingOptions): { readonly stop: () => Promise<void> } {
  const counter = metrics.counter("airlock_minutes_counted_total", "Minutes of a version whose executions were counted.");
  let since = 0;
  let wholeAt = 0;
  return repeat({
    name: "count minutes",
    restMillis,
    log,
    work: async (signal) => {
      const { minutes, began } = await countMinutes(clickhouse, { since, signal });
      counter.add(minutes);
      if (since === 0) wholeAt = began;
      since = began - wholeAt > everythingMillis ? 0 : began - overlapMillis;
    },
  });
}
