import type { ExecutionsSearch } from "../links/executions-search.ts";
import { counted, number, type Noun } from "../../ui/format/numbers.ts";
import type { Bar, UsageQuery } from "../time-range/usage-range.ts";
import { countAxis } from "./ticks.ts";
import { TimeChart } from "./time-chart.tsx";

const failedNoun = { one: "failed execution", many: "failed executions" };
const executionNoun = { one: "execution", many: "executions" };

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly gran: UsageQuery["gran"];
  /** Bars of failed executions have the colour of errors, those of refused requests that of warnings. */
  readonly tone?: "failed" | "refused" | undefined;
  /** What is counted; left out, executions. */
  readonly noun?: Noun;
  /** Where a bar leads: to the executions it counts. Left out for those who may not see them. */
  readonly searchFor?: ((bar: Bar) => ExecutionsSearch) | undefined;
  /** Instead of a link: what a press on a bar does. */
  readonly onChoose?: ((bar: Bar) => void) | undefined;
}

/** Counts over time. */
export function BarChart({ tone, noun = tone === "failed" ? failedNoun : executionNoun, ...chart }: BarChartProps) {
  const { bars } = chart;
  const axis = { ...countAxis(Math.max(0, ...bars.map((bar) => bar.count))), text: number };
  const countAt = (index: number) => bars[index]?.count ?? 0;
  const textAt = (index: number) => counted(countAt(index), noun.one, noun.many);
  return (
    <TimeChart
      {...chart}
      className={tone}
      axis={axis}
      slotText={textAt}
      tipLines={(index) => [textAt(index)]}
      tipAt={countAt}
      slots={bars.map(({ start, count }) => (
        <b key={start.getTime()} style={{ height: `${(count / axis.top) * 100}%` }} />
      ))}
    />
  );
}
