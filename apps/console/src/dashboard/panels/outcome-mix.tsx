import { otherOutcomes } from "@airlock/contract/comparison-outcome";
import { StackedShares } from "../../parts/charts/stacked-shares.tsx";
import { percentText } from "../../ui/format/numbers.ts";
import { Figures } from "./figures.tsx";
import { mixOf } from "./mix-of.ts";
import type { Panel } from "./panel.ts";

const maxFigures = 3;

/** The outcomes of executions, as shares over time. */
export const outcomeMix: Panel = {
  figure: ({ fields }) => {
    const parts = mixOf(fields.outcomes);
    const largest = new Set(parts.toSorted((one, other) => other.count - one.count).slice(0, maxFigures));
    const shown = parts.filter((part) => largest.has(part));
    return <Figures figures={shown.map(({ name, colour, share }) => ({ text: percentText(share), name, colour }))} />;
  },
  body: ({ title, fields, bars, gran, searchFor }) => {
    const parts = mixOf(fields.outcomes);
    const named = new Set(parts.map(({ outcome }) => outcome));
    const belongs = (one: string, to: string) => one === to || (to === otherOutcomes && !named.has(one));
    return (
      <StackedShares
        label={`${title}: ${parts.map(({ name, share }) => `${name} ${percentText(share)}`).join(", ")}`}
        bars={bars}
        gran={gran}
        parts={parts.map(({ outcome, name, colour }) => ({
          name,
          colour,
          counts: fields.series.map(({ outcomes }) =>
            outcomes.reduce((sum, one) => sum + (belongs(one.outcome, outcome) ? one.count : 0), 0),
          ),
        }))}
        searchFor={searchFor && ((bar) => searchFor({ bar }))}
      />
    );
  },
  empty: ({ total, counted, outcomes }) => {
    if (total === 0) return "No executions yet.";
    if (outcomes.length > 0) return undefined;
    return counted === 0 ? "Outcomes are not counted yet." : "No outcomes: these versions set no text field such as result.";
  },
};
