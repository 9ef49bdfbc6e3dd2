import type { DashboardItem } from "@airlock/contract";
import { byVersion } from "./by-version.tsx";
import { latency } from "./latency.tsx";
import { outcomeMix } from "./outcome-mix.tsx";
import type { Panel } from "./panel.ts";
import { reasonCodes } from "./reason-codes.tsx";

/** By type; types without one are charts of usage. */
const panels: Readonly<Partial<Record<DashboardItem["config"]["type"], Panel>>> = {
  Latency: latency,
  OutcomeMix: outcomeMix,
  ReasonCodes: reasonCodes,
  ByVersion: byVersion,
};

export function panelOf(type: DashboardItem["config"]["type"]): Panel | undefined {
  return panels[type];
}
