import type { RolloutFields } from "@airlock/contract";
import { guardTitles } from "@airlock/contract/rollout-defaults";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { ScrollTable } from "../../parts/charts/scroll-table.tsx";
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
        <ScrollTable
          label="States of the guards"
          className="rollout-scroll"
          tableClass="sticky-head pc-table"
          heads={[
            "Guard",
            "State",
            { text: "Measured", isNumber: true },
            { text: "At most", isNumber: true },
            { text: "Decisions", isNumber: true },
          ]}
        >
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
        </ScrollTable>
      )}
    </ChartCard>
  );
}
