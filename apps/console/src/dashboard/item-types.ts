import type { DashboardItem } from "@airlock/contract";
import { newSize } from "./grid/grid.ts";

type Type = DashboardItem["config"]["type"];

interface ItemType {
  readonly type: Type;
  readonly label: string;
  /** The proposed title, by what is shown. */
  readonly titled: (of: string) => string;
  /** Columns and rows of a new one. */
  readonly size: { readonly w: number; readonly h: number };
}

/** What can be added to a dashboard. */
export const itemTypes: readonly ItemType[] = [
  { type: "DeployedUsageStats", label: "Usage of a deployed solution", titled: (of) => of, size: newSize },
  { type: "FailedExecutions", label: "Failed executions of a deployed solution", titled: (of) => `${of}: failed`, size: newSize },
  { type: "Latency", label: "Latency (p95 and p50)", titled: (of) => `${of}: latency`, size: { w: 4, h: 2 } },
  { type: "OutcomeMix", label: "Outcome mix", titled: (of) => `${of}: outcome mix`, size: { w: 4, h: 2 } },
  { type: "ReasonCodes", label: "Top reason codes", titled: (of) => `${of}: reason codes`, size: { w: 5, h: 3 } },
  { type: "ByVersion", label: "By version", titled: (of) => `${of}: by version`, size: { w: 5, h: 3 } },
];

export function sizeOf(type: Type): ItemType["size"] {
  return itemTypes.find((one) => one.type === type)?.size ?? newSize;
}
