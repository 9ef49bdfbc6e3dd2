import type { MonitorPoint } from "@airlock/contract";
import { extentOf, shapeOf } from "./chart-shape.ts";

const size = { width: 120, height: 32 };

/** A monitor's last values with what they may be; without words, because the row has them. */
export function Sparkline({ points }: { readonly points: readonly MonitorPoint[] }) {
  const [low, high] = extentOf(points);
  const { line, outside, band, limits, last } = shapeOf(points, { ...size, low, high });
  return (
    <svg className="monitor-spark" viewBox={`-3 -3 ${size.width + 6} ${size.height + 6}`} aria-hidden="true" focusable="false">
      {band !== "" && <path className="monitor-band" d={band} />}
      {limits.map((limit) => (
        <path key={limit} className="monitor-limit" d={limit} />
      ))}
      <path className="monitor-line" d={line} />
      <path className="monitor-outside" d={outside} />
      {last !== undefined && <circle className={last.isOutside ? "monitor-dot outside" : "monitor-dot"} cx={last.x} cy={last.y} r="2.6" />}
    </svg>
  );
}
