import { LinesOverTime } from "../../parts/charts/lines-over-time.tsx";
import { tickText } from "../../parts/charts/ticks.ts";
import { millisText } from "../../ui/format/millis-text.ts";
import { Figures } from "./figures.tsx";
import type { Panel } from "./panel.ts";

const inMillis = (value: number | null) => (value === null ? "-" : `${millisText(value)} ms`);

/** How long executions took: the middle one, and the one that 95 % do not exceed. */
export const latency: Panel = {
  figure: ({ fields: { p50Millis, p95Millis } }) => (
    <Figures
      figures={[
        { text: inMillis(p95Millis), name: "p95", colour: "var(--al-chart-1)" },
        { text: inMillis(p50Millis), name: "p50", colour: "var(--al-chart-5)" },
      ]}
    />
  ),
  body: ({ title, fields, bars, gran, searchFor }) => (
    <LinesOverTime
      label={`${title}: p95 ${inMillis(fields.p95Millis)}, p50 ${inMillis(fields.p50Millis)}`}
      bars={bars}
      gran={gran}
      lines={[
        { name: "p95", look: 1, values: fields.series.map(({ p95Millis }) => p95Millis) },
        { name: "p50", look: 5, values: fields.series.map(({ p50Millis }) => p50Millis) },
      ]}
      tickText={tickText}
      valueText={inMillis}
      searchFor={searchFor && ((bar) => searchFor({ bar }))}
    />
  ),
  empty: ({ total, p95Millis }) => (total === 0 ? "No executions yet." : p95Millis === null ? "Durations are not counted yet." : undefined),
};
