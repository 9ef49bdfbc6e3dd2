import type { CSSProperties, ReactNode } from "react";
import "./charts.css";

interface ChartTipProps {
  /** Above its position, or beside it. `start` and `end` are above, within the ends of the chart. */
  readonly side: "above" | "start" | "end" | "left" | "right";
  readonly style: CSSProperties;
  readonly children: ReactNode;
}

/** The values under the pointer or the focus. Assistive technology has them from the mark itself. */
export function ChartTip({ side, style, children }: ChartTipProps) {
  return (
    <div className={`chart-tip ${side}`} style={style} aria-hidden="true">
      {children}
    </div>
  );
}
