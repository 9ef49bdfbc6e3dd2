import type { Tick } from "./ticks.ts";
import "./charts.css";

interface YAxisProps {
  readonly ticks: readonly Tick[];
  /** The ends of the grid lines. */
  readonly left: number;
  readonly right: number;
  /** Between a value and its line. */
  readonly gap?: number;
  /** The first line is the base of the chart, and darker. */
  readonly hasBase?: boolean;
}

/** Horizontal grid lines, each with its value at the left. */
export function YAxis({ ticks, left, right, gap = 8, hasBase = false }: YAxisProps) {
  return ticks.map(({ at, text }, index) => (
    <g key={at}>
      <path className={hasBase && index === 0 ? "pc-axis" : "pc-grid"} d={`M${left} ${at}H${right}`} />
      <text x={left - gap} y={at + 4} textAnchor="end">
        {text}
      </text>
    </g>
  ));
}

interface XAxisProps {
  readonly ticks: readonly Tick[];
  /** The baseline of the values. */
  readonly textAt: number;
  /** The ends of vertical grid lines, where there are any. */
  readonly lines?: { readonly top: number; readonly bottom: number };
}

export function XAxis({ ticks, textAt, lines }: XAxisProps) {
  return ticks.map(({ at, text }) => (
    <g key={at}>
      {lines !== undefined && <path className="pc-grid" d={`M${at} ${lines.top}V${lines.bottom}`} />}
      <text x={at} y={textAt} textAnchor="middle">
        {text}
      </text>
    </g>
  ));
}
