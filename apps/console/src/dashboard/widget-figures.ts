import type { DashboardItem } from "@airlock/contract";
import type { Bar } from "../parts/time-range/usage-range.ts";
import { periodText } from "../parts/time-range/usage-range.ts";
import { number, percentText } from "../ui/format/numbers.ts";
import type { Usage } from "./use-usage.ts";

export interface WidgetFigures {
  readonly count: number;
  /** What the count is, and of which time. */
  readonly text: string;
  readonly bars: readonly Bar[];
  /** Shown over the chart when there is nothing to draw. */
  readonly empty: string | undefined;
}

/** What a widget shows of the statistics: all executions, or those that failed with their share. */
export function widgetFigures(type: DashboardItem["config"]["type"], usage: Usage): WidgetFigures {
  const { total, failed, range, span } = usage;
  const period = periodText(total, range, span);
  const none = total === 0 ? "No executions yet." : undefined;
  if (type === "DeployedUsageStats") return { count: total, text: period, bars: usage.bars, empty: none };
  const text = total === 0 ? period : `failed, ${percentText(failed / total)} of ${number(total)} ${period}`;
  return { count: failed, text, bars: usage.failedBars, empty: none ?? (failed === 0 ? "No failed executions." : undefined) };
}
