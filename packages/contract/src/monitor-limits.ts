// Apart from the schemas, so that the console can load it without them.

export const monitorMeasureKinds = ["failedShare", "p99", "volume", "outcomeShare", "outcomeMix", "reasonShare", "drift"] as const;
export type MonitorMeasureKind = (typeof monitorMeasureKinds)[number];

/** Each divides a week, so that windows of earlier weeks have the same borders. */
export const monitorWindows = [5, 10, 15, 30, 60, 180, 360, 1440] as const;
export const maxMonitors = 500;
export const maxNotified = 20;
/** Outcomes that a baseline names. */
export const maxBaseline = 40;
