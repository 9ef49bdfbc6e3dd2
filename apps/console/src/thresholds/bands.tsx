import type { WhatIfFields } from "@airlock/contract";
import { inlinedNode, withThresholds } from "@airlock/flow";
import { inOrder } from "../parts/outcome-mix/outcome-words.ts";
import { number } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { edgesOf } from "./band-edges.ts";
import { BandPlot } from "./band-plot.tsx";
import { NumberField } from "./number-field.tsx";
import { OutcomeKeys } from "./outcome-keys.tsx";
import { isInside, type ThresholdGroup } from "./threshold-groups.ts";
import type { Grip } from "./use-drag.ts";
import type { ThresholdChanges } from "./use-threshold-changes.ts";
import type { Ran } from "./use-thresholds.ts";

interface BandsProps {
  readonly ran: Ran;
  readonly group: ThresholdGroup;
  readonly numbers: ThresholdChanges;
  readonly mix: WhatIfFields | undefined;
  readonly onGrab: (grip: Grip) => void;
}

/** A Range Score: its values, its bands as a strip with handles, and the bands as a table. */
export function Bands({ ran, group, numbers, mix, onGrab }: BandsProps) {
  const { id } = group;
  const changed = withThresholds(ran.definition, numbers.changes) ?? ran.definition;
  const node = inlinedNode(changed, id)?.part;
  const focus = mix?.focus?.id === id ? mix.focus : undefined;
  const outcomes = inOrder(mix?.outcomes ?? []).map(({ outcome }) => outcome);
  if (node?.type !== "RangeScore") return null;
  const isComputedInside = mix !== undefined && mix.focus === undefined && isInside({ id });
  const edges = edgesOf(node.ranges, 0, 0);
  /** A boundary that two bands share stays one number: typing changes both. */
  const change = (path: string, value: string) => {
    const paths = edges.find((edge) => edge.paths.includes(path))?.paths ?? [path];
    numbers.move(
      paths.map((one) => ({ id, path: one, value })),
      `${id} ${path}`,
    );
  };
  return (
    <>
      <section className="card sl-card" aria-label={group.name}>
        <div className="sl-card-head">
          <h2>{group.name}</h2>
          <span className="df run">{focus?.field ?? ""}</span>
          <span className="muted">points by band</span>
          <span className="grow" />
          <OutcomeKeys outcomes={outcomes} />
        </div>
        {focus === undefined ? (
          isComputedInside ? (
            <p className="note">
              <Icon name="info" size={16} />
              The sub-flow computes what is scored here, so records are not counted by band.
            </p>
          ) : (
            <div className="sl-plot" aria-busy="true" />
          )
        ) : (
          <BandPlot nodeId={id} ranges={node.ranges} focus={focus} outcomes={outcomes} numbers={numbers} onGrab={onGrab} />
        )}
      </section>
      <section className="card sl-card" aria-label="Bands">
        <table className="data-table sl-bands num">
          <thead>
            <tr>
              <th>Range</th>
              <th>Points</th>
              <th>Reason code</th>
              <th>Records before</th>
              <th>After</th>
            </tr>
          </thead>
          <tbody>
            {node.ranges.map((range, at) => {
              const count = focus?.bands[at];
              const field = (property: "rangeFrom" | "rangeTo" | "score", label: string) => (
                <NumberField
                  label={`${label} of band ${at + 1}`}
                  text={range[property]}
                  isChanged={numbers.isChanged(id, `ranges.${at}.${property}`)}
                  onChange={(text) => change(`ranges.${at}.${property}`, text)}
                />
              );
              return (
                <tr key={range.id} className={count !== undefined && count.before !== count.after ? "is-moved" : ""}>
                  <td>
                    <span className="inline-row">
                      {range.rangeFromIncludeExclude}
                      {range.rangeFrom === "" ? <span className="faint">below</span> : field("rangeFrom", "From")}
                      <span className="faint">to</span>
                      {range.rangeTo === "" ? <span className="faint">above</span> : field("rangeTo", "To")}
                      {range.rangeToIncludeExclude}
                    </span>
                  </td>
                  <td>{field("score", "Points")}</td>
                  <td>
                    {range.reasonCode === "" ? <span className="faint">none</span> : <span className="chip code">{range.reasonCode}</span>}
                  </td>
                  <td>{count === undefined ? "" : number(count.before)}</td>
                  <td>{count === undefined ? "" : count.before === count.after ? number(count.after) : <b>{number(count.after)}</b>}</td>
                </tr>
              );
            })}
            {focus !== undefined && (focus.unmatched.before > 0 || focus.unmatched.after > 0) && (
              <tr className={focus.unmatched.before === focus.unmatched.after ? "" : "is-moved"}>
                <td>No band or no value</td>
                <td>{node.defaultScore === "" ? <span className="faint">none</span> : `${node.defaultScore} (default)`}</td>
                <td>
                  <span className="faint">none</span>
                </td>
                <td>{number(focus.unmatched.before)}</td>
                <td>
                  {focus.unmatched.before === focus.unmatched.after ? (
                    number(focus.unmatched.after)
                  ) : (
                    <b>{number(focus.unmatched.after)}</b>
                  )}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </>
  );
}
