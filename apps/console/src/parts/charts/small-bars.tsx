import type { SmallBar } from "./even-bars.ts";
import "./charts.css";

interface SmallBarsProps {
  readonly bars: readonly SmallBar[];
  readonly width: number;
  readonly height?: number;
  /** Between two bars. */
  readonly gap?: number;
  /** The height of the lowest bar: a count above zero is always visible. */
  readonly lowest?: number;
  /** A line under the bars. */
  readonly hasBase?: boolean;
  /** The text alternative. Left out where the text beside it says the same. */
  readonly label?: string;
}

/** How values are distributed, small enough for a row of a table. */
export function SmallBars({ bars, width, height = 24, gap = 1, lowest = 1.5, hasBase = false, label }: SmallBarsProps) {
  const base = hasBase ? 1 : 0;
  return (
    <svg
      className={hasBase ? "pc-spread has-base" : "pc-spread"}
      style={{ width, height }}
      viewBox={`0 0 ${width} ${height}`}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      {bars.map(({ from, to, tall, title, isOthers = false }) => {
        const high = tall === 0 ? 0 : Math.max(lowest, tall * (height - 2));
        return (
          <rect
            key={from}
            className={isOthers ? "is-others" : undefined}
            x={from * width + gap / 2}
            y={height - base - high}
            width={Math.max(0.8, (to - from) * width - gap)}
            height={high}
            rx={1 - base}
          >
            {title !== undefined && <title>{title}</title>}
          </rect>
        );
      })}
      {hasBase && <path d={`M0 ${height - 0.5}H${width}`} />}
    </svg>
  );
}
