import type { RolloutFields } from "@airlock/contract";
import { guardTitles } from "@airlock/contract/rollout-defaults";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { Scrolls } from "../../parts/charts/scrolls.tsx";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { guardLook, guardsText, guardWords } from "./rollout-words.ts";

/** Each guard with its state, what was measured, its limit and by how many decisions. */
export function GuardsCard({ rollout }: { readonly rollout: RolloutFields }) {
  const { guards, guardStates, liveVersionName } = rollout;
  return (
    <ChartCard
      title="Guards"
      aside={guards.length > 0 && <span className="helper">{guardsText(rollout)}</span>}
      sentence={
        guards.length === 0
          ? "Without guards, it is not rolled back by itself."
          : `If one breaks, ${liveVersionName} answers every call again, and everyone who may release is mailed.`
      }
    >
      {guards.length > 0 && (
        <Scrolls className="rollout-scroll" label="States of the guards">
          <table className="data-table sticky-head pc-table">
            <thead>
              <tr>
                <th scope="col">Guard</th>
                <th scope="col">State</th>
                <th scope="col" className="num">
                  Measured
                </th>
                <th scope="col" className="num">
                  At most
                </th>
                <th scope="col" className="num">
                  Decisions
                </th>
              </tr>
            </thead>
            <tbody>
              {guards.map(({ measure, limit, minimum }) => {
                const state = guardStates.find((one) => one.measure === measure);
                const { icon, tone, text } = guardLook(state?.state);
                const { valueText } = guardWords[measure];
                return (
                  <tr key={measure}>
                    <th scope="row">{guardTitles[measure]}</th>
                    <td>
                      <span className={`chip ${tone}`}>
                        <Icon name={icon} size={12} />
                        {text}
                      </span>
                    </td>
                    <td className="num">{state?.value === undefined || state.value === null ? "-" : valueText(state.value)}</td>
                    <td className="num">{valueText(limit)}</td>
                    <td className="num">
                      {number(state?.decisions ?? 0)}
                      <span className="helper">from {number(minimum)}</span>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Scrolls>
      )}
    </ChartCard>
  );
}
