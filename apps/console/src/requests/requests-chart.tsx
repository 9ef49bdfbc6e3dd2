import Skeleton from "@mui/material/Skeleton";
import { Link } from "@tanstack/react-router";
import { BarChart } from "../parts/charts/bar-chart.tsx";
import { barsOf, type Bar, type UsageQuery } from "../parts/time-range/usage-range.ts";
import { counted, number } from "../ui/format/numbers.ts";
import type { RefusedRequestCountFields } from "@airlock/contract";

interface RequestsChartProps {
  readonly counts: RefusedRequestCountFields | undefined;
  readonly gran: UsageQuery["gran"];
  /** 'in the last 24 hours' */
  readonly when: string;
  readonly onChoose: (bar: Bar) => void;
}

/** How many were refused, and when. A bar narrows the list to its time. */
export function RequestsChart({ counts, gran, when, onChoose }: RequestsChartProps) {
  return (
    <section className="card requests-chart" aria-label="Refused requests over time">
      <div className="requests-figure">
        {counts === undefined ? (
          <Skeleton width={96} height={28} />
        ) : (
          <>
            <b className="num big-figure">{number(counts.total)}</b>
            <span className="helper">
              {counts.total === 1 ? "refused request" : "refused requests"} {when}
            </span>
          </>
        )}
        <span className="helper">
          Answered requests are in <Link to="/admin/executions">Executions</Link>.
        </span>
      </div>
      {counts === undefined ? (
        <Skeleton variant="rounded" className="requests-bars" height={112} />
      ) : (
        <div className="requests-bars">
          <BarChart
            label={`${counted(counts.total, "refused request")} ${when}`}
            bars={barsOf(counts.counts, gran)}
            gran={gran}
            tone="refused"
            noun={{ one: "refused request", many: "refused requests" }}
            onChoose={onChoose}
          />
        </div>
      )}
    </section>
  );
}
