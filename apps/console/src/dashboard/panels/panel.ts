import type { StatsDetailsFields } from "@airlock/contract";
import type { ReactNode } from "react";
import type { ExecutionsSearch } from "../../parts/links/executions-search.ts";
import type { Bar, UsageQuery } from "../../parts/time-range/usage-range.ts";

/** What a panel is drawn from. */
export interface PanelData {
  readonly title: string;
  readonly fields: StatsDetailsFields;
  readonly bars: readonly Bar[];
  readonly gran: UsageQuery["gran"];
  /** The executions of a time, of a version or with a reason code; undefined for users who may not see them. */
  readonly searchFor: ((of: PanelLink) => ExecutionsSearch) | undefined;
}

interface PanelLink {
  readonly bar?: Bar;
  readonly versionId?: string;
  readonly reasonCode?: string;
}

/** How one type of panel shows the statistics. */
export interface Panel {
  /** Beside the range. */
  readonly figure: (data: PanelData) => ReactNode;
  readonly body: (data: PanelData) => ReactNode;
  /** Shown instead of the body when there is nothing in it. */
  readonly empty: (fields: StatsDetailsFields) => string | undefined;
}
