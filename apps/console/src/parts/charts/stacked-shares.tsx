import type { ExecutionsSearch } from "../links/executions-search.ts";
import { percentText } from "../../ui/format/numbers.ts";
import type { Bar, UsageQuery } from "../time-range/usage-range.ts";
import { TimeChart } from "./time-chart.tsx";

interface SharePart {
  readonly name: string;
  readonly colour: string;
  /** One count a bar. */
  readonly counts: readonly number[];
}

interface StackedSharesProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly gran: UsageQuery["gran"];
  /** From the bottom up. */
  readonly parts: readonly SharePart[];
  readonly searchFor?: ((bar: Bar) => ExecutionsSearch) | undefined;
}

const axis = { top: 1, ticks: [1, 0.75, 0.5, 0.25, 0], text: percentText };

/** Shares over time, always of 100 %. */
export function StackedShares({ label, bars, gran, parts, searchFor }: StackedSharesProps) {
  const sharesAt = (index: number) => {
    const total = parts.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0);
    return parts.flatMap(({ name, colour, counts }) => {
      const count = counts[index] ?? 0;
      return count === 0 ? [] : [{ name, colour, share: count / total }];
    });
  };
  const linesAt = (index: number) => {
    const shares = sharesAt(index);
    return shares.length === 0 ? ["No outcomes"] : shares.map(({ name, share }) => `${name} ${percentText(share)}`);
  };
  return (
    <TimeChart
      label={label}
      className="stacked"
      bars={bars}
      gran={gran}
      axis={axis}
      slotText={(index) => linesAt(index).join(", ")}
      tipLines={linesAt}
      tipAt={() => 0.4}
      slots={bars.map(({ start }, index) => (
        <span key={start.getTime()} className="chart-stack">
          {sharesAt(index).map(({ name, colour, share }) => (
            <i key={name} style={{ flexGrow: share, background: colour }} />
          ))}
        </span>
      ))}
      searchFor={searchFor}
    />
  );
}
