import type { WhatIfFields } from "@airlock/contract";
import { changeText, pointsText, shareText } from "@airlock/editor";
import Button from "@mui/material/Button";
import { Fragment } from "react";
import { inOrder, outcomeColour, outcomeText } from "../parts/outcome-mix/outcome-words.ts";
import { number } from "../ui/format/numbers.ts";
import { OutcomeChip } from "../ui/outcome/outcome-chip.tsx";
import { Icon } from "../ui/icons/icon.tsx";

interface MixPanelProps {
  readonly mix: WhatIfFields;
  readonly isWaiting: boolean;
  /** Shows the records that change outcome; undefined where there are none. */
  readonly onShow: (() => void) | undefined;
}

/** The outcomes of all records with the changed thresholds: before and after, and which records move. */
export function MixPanel({ mix, isWaiting, onShow }: MixPanelProps) {
  const outcomes = inOrder(mix.outcomes);
  const share = (count: number) => (mix.total === 0 ? 0 : count / mix.total);
  const moves = mix.moves.filter(({ from, to }) => from !== to).toSorted((one, other) => other.count - one.count);
  return (
    <>
      <section aria-label="Outcome mix" aria-busy={isWaiting}>
        <h2 className="card-title">Outcome mix</h2>
        <div className="sl-mixes" aria-hidden="true">
          {(["before", "after"] as const).map((side) => (
            <Fragment key={side}>
              <span>{side === "before" ? "Before" : <b>After</b>}</span>
              <span className={side === "before" ? "sl-mix was" : "sl-mix"}>
                {outcomes.map(({ outcome, [side]: count }, at) => (
                  <i key={outcome} style={{ flexGrow: count, background: outcomeColour(outcome, at) }} />
                ))}
              </span>
            </Fragment>
          ))}
        </div>
        <table className="sl-outs num">
          <thead className="sr">
            <tr>
              <th>Outcome</th>
              <th>Before</th>
              <th>After</th>
              <th>Points</th>
              <th>Records</th>
            </tr>
          </thead>
          <tbody>
            {outcomes.map(({ outcome, before, after }, at) => (
              <tr key={outcome}>
                <th scope="row">
                  <i style={{ background: outcomeColour(outcome, at) }} />
                  {outcomeText(outcome)}
                </th>
                <td className="muted">{shareText(share(before))}</td>
                <td>
                  <b>{shareText(share(after))}</b>
                </td>
                <td className={after > before ? "more" : after < before ? "less" : "muted"}>
                  {after === before ? "same" : pointsText((after - before) / mix.total)}
                </td>
                <td className="muted">{after === before ? "" : changeText(after - before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className="sl-line">
        <h3>Records that change outcome</h3>
        <p className="num">
          <strong className="big-figure strong">{number(mix.changed)}</strong> {shareText(share(mix.changed))} of {number(mix.total)}
        </p>
        {moves.slice(0, 6).map(({ from, to, count }) => (
          <p key={`${from} ${to}`} className="row gap-6 sl-move num">
            <OutcomeChip value={outcomeText(from)} />
            <Icon name="forward" size={12} />
            <OutcomeChip value={outcomeText(to)} />
            <b>{number(count)}</b>
          </p>
        ))}
        {onShow !== undefined && (
          <span>
            <Button size="small" variant="outlined" color="inherit" startIcon={<Icon name="table" size={14} />} onClick={onShow}>
              Show records
            </Button>
          </span>
        )}
      </section>
    </>
  );
}
