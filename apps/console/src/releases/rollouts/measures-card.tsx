import type { MeasuredDifference, Rate, RolloutFields, RolloutResultFields } from "@airlock/contract";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { scaleLinear } from "../../parts/charts/scale.ts";
import { ScrollTable } from "../../parts/charts/scroll-table.tsx";
import { measureName, pointsText, primaryDifference, pText, rateIn, rateText } from "./result-words.ts";

interface MeasuresCardProps {
  readonly results: RolloutResultFields;
  readonly rollout: RolloutFields;
}

/** Every measure of both versions, and whether they differ for sure. */
export function MeasuresCard({ results, rollout }: MeasuresCardProps) {
  const { differences } = results;
  const { versionName, liveVersionName } = rollout;
  const primary = primaryDifference(results);
  const rows = primary === undefined ? differences : [primary, ...differences.filter((one) => one !== primary)];
  // One scale for all rows, so that lengths can be compared.
  const reach = rows.reduce((longest, { low, high }) => Math.max(longest, Math.abs(low), Math.abs(high)), 0) || 1;
  const text = (rate: Rate | undefined) => (rate === undefined || rate.of === 0 ? "-" : rateText(rate.value));
  return (
    <ChartCard title="Measures" sentence={`${versionName} compared with ${liveVersionName}, in percentage points with the 95% interval.`}>
      <ScrollTable
        label="Measures of both versions"
        className="rollout-scroll"
        tableClass="sticky-head pc-table"
        heads={[
          "Measure",
          { text: liveVersionName, isNumber: true },
          { text: versionName, isNumber: true },
          { text: "Difference", isNumber: true },
          { text: "Drawing of the interval", isHidden: true },
          "Significant",
        ]}
      >
        {rows.map((difference) => {
          const { measure, outcome, low, high, p, isSignificant } = difference;
          return (
            <tr key={`${measure} ${outcome}`}>
              <th scope="row">
                {measureName(difference)}
                {difference === primary && <span className="helper">primary</span>}
              </th>
              <td className="num">{text(rateIn(results, "champion", difference))}</td>
              <td className="num">
                <b>{text(rateIn(results, "challenger", difference))}</b>
              </td>
              <td className="num">
                <b>{pointsText(difference.difference)}</b>
                <span className="helper">
                  {pointsText(low)} to {pointsText(high)}
                </span>
              </td>
              <td>
                <IntervalDrawing difference={difference} reach={reach} />
              </td>
              <td>
                {isSignificant ? <b className="rollout-yes">Yes</b> : "Not yet"}
                <span className="helper">{pText(p)}</span>
              </td>
            </tr>
          );
        })}
      </ScrollTable>
    </ChartCard>
  );
}

const width = 96;

/** The interval of a difference around zero. The figures are beside it. */
function IntervalDrawing({ difference, reach }: { readonly difference: MeasuredDifference; readonly reach: number }) {
  const across = scaleLinear([-reach, reach], [6, width - 6]);
  const [low, middle, high] = [difference.low, difference.difference, difference.high].map((value) => across(value));
  return (
    <svg className={difference.isSignificant ? "rollout-interval yes" : "rollout-interval"} viewBox={`0 0 ${width} 20`} aria-hidden="true">
      <path className="pc-grid" d={`M${width / 2} 0V20`} />
      <path d={`M${low} 10H${high}M${low} 6V14M${high} 6V14`} />
      <circle cx={middle} cy={10} r={3.5} />
    </svg>
  );
}
