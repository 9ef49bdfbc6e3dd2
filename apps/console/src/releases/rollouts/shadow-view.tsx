import type { RolloutFields, ShadowResultFields } from "@airlock/contract";
import Skeleton from "@mui/material/Skeleton";
import { Link } from "@tanstack/react-router";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { outcomeText } from "../../parts/outcome-mix/outcome-words.ts";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { ScrollTable } from "../../parts/charts/scroll-table.tsx";
import { secondDate } from "../../ui/format/dates.ts";
import { counted, number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutcomeChip } from "../../ui/outcome/outcome-chip.tsx";
import { State } from "../../ui/state.tsx";
import { RolloutActions } from "./actions.tsx";
import { rateText } from "./result-words.ts";
import { useShadow, type Rollout } from "./use-rollout.ts";
import "../../parts/comparison/comparison-parts.css";

/** What the version of a shadow would have answered, compared with what was answered. */
export function ShadowView({ rollout }: { readonly rollout: Rollout }) {
  const { data, error, refetch } = useShadow(rollout);
  const fields = rollout._embedded;
  return (
    <>
      <section className="card rollout-verdict" aria-label="Verdict">
        <span className="round-mark small info">
          <Icon name="eye" size={14} />
        </span>
        <div className="grow">
          <h2>{data === undefined ? (error === null ? "Loading the results" : "No results") : verdictText(data._embedded)}</h2>
          <p>
            {fields.versionName} decides beside {fields.liveVersionName}. It makes no web calls: it uses the responses that{" "}
            {fields.liveVersionName} received.
          </p>
        </div>
        <RolloutActions rollout={rollout} />
      </section>
      {data !== undefined ? (
        <Compared shadow={data._embedded} rollout={fields} />
      ) : error === null ? (
        <div aria-busy="true">
          <Skeleton variant="rounded" height={220} />
        </div>
      ) : (
        <section className="card">
          <FaultPanel error={error} onRetry={() => void refetch()} />
        </section>
      )}
    </>
  );
}

function verdictText({ compared, changed }: ShadowResultFields): string {
  if (compared === 0) return "Nothing compared yet";
  return changed === 0 ? "Every outcome would be the same" : `${rateText(changed / compared)} of the outcomes would differ`;
}

function Compared({ shadow, rollout }: { readonly shadow: ShadowResultFields; readonly rollout: RolloutFields }) {
  const { compared, same, changed, failed, notComparable, dropped, moves, differences } = shadow;
  const figures = [
    { name: "Compared", count: compared, help: "decisions of both versions" },
    { name: "Same", count: same, help: "the same outcome" },
    { name: "Changed", count: changed, help: "another outcome" },
    { name: "Failed", count: failed, help: `failed in ${rollout.versionName}` },
    { name: "Not comparable", count: notComparable, help: "need a web call that was not made" },
    { name: "Dropped", count: dropped, help: "not decided, the runtime was busy" },
  ];
  const max = moves.reduce((longest, { count }) => Math.max(longest, count), 1);
  return (
    <>
      <section className="card rollout-arm" aria-label="Compared">
        <dl>
          {figures.map(({ name, count, help }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <strong>{number(count)}</strong>
                <span>{help}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {compared > 0 && changed === 0 && (
        <section className="card">
          <State icon="success" title="No outcomes changed">
            <p>
              {rollout.versionName} came to the same outcome as {rollout.liveVersionName} in {counted(compared, "decision")}.
            </p>
          </State>
        </section>
      )}
      {changed > 0 && (
        <div className="rollout-two">
          <ChartCard title="From and to">
            <ul className="pc-bars">
              {moves.map(({ from, to, count }) => (
                <li key={`${from} ${to}`}>
                  <Flow from={from} to={to} />
                  <span className="pc-bar" aria-hidden="true">
                    <b style={{ width: `${(count / max) * 100}%` }} />
                  </span>
                  <span className="num">{number(count)}</span>
                </li>
              ))}
            </ul>
          </ChartCard>
          <ChartCard title="Newest differences">
            <ScrollTable
              label="Newest differences"
              className="pc-scroll"
              tableClass="sticky-head pc-table"
              heads={["Execution", "From and to"]}
            >
              {differences.map(({ executionWss, date, from, to, status }) => (
                <tr key={executionWss}>
                  <td>
                    <Link to="/execution/$webSafeString" params={{ webSafeString: executionWss }} target="_blank">
                      {secondDate(date)}
                    </Link>
                  </td>
                  <td>
                    {status === "failed" ? (
                      <span className="inline-row wrap cmp-flow">
                        <OutcomeChip value={outcomeText(from)} />
                        <Icon name="forward" size={12} />
                        <span className="chip error">
                          <Icon name="x" size={12} />
                          Failed
                        </span>
                      </span>
                    ) : (
                      <Flow from={from} to={to} />
                    )}
                  </td>
                </tr>
              ))}
            </ScrollTable>
          </ChartCard>
        </div>
      )}
    </>
  );
}

function Flow({ from, to }: { readonly from: string; readonly to: string }) {
  return (
    <span className="inline-row wrap cmp-flow">
      <OutcomeChip value={outcomeText(from)} />
      <Icon name="forward" size={12} />
      <span className="sr"> to </span>
      <OutcomeChip value={outcomeText(to)} />
    </span>
  );
}
