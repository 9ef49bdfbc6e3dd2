import { z } from "zod";
import { shortText, text, webSafeString } from "./hal.ts";

export const dashboardColumns = 10;

/** What a widget shows of the executions of deployed versions. */
export const dashboardItemConfig = z.object({
  type: z.enum(["DeployedUsageStats", "FailedExecutions", "Latency", "OutcomeMix", "ReasonCodes", "ByVersion"]),
  /** `ALL`, or the webSafeString of one version. */
  key: webSafeString,
  range: z.enum(["HOUR", "DAY", "WEEK", "CUSTOM"]),
  granularity: shortText(40),
  /** ISO times; `-` while the range decides. */
  start: shortText(40),
  end: shortText(40),
  title: text,
  location: text,
});

export const dashboardItem = z.object({
  i: shortText(64).min(1),
  x: z.int().min(0).max(dashboardColumns),
  y: z.int().min(0).max(100_000),
  w: z.int().min(1).max(dashboardColumns),
  h: z.int().min(1).max(1000),
  config: dashboardItemConfig,
});
export type DashboardItem = z.infer<typeof dashboardItem>;

export const dashboard = z.array(dashboardItem).max(100);
