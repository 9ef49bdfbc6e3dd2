import type { ExperimentResultFields } from "@airlock/contract";
import { notDecided } from "@airlock/contract/comparison-outcome";
import Tooltip from "@mui/material/Tooltip";
import { number, percentText } from "../../ui/format/numbers.ts";
import { outcomeShares } from "./outcome-shares.ts";

/** A bar of the outcomes, with the first of them written out, and what was not decided. */
export function OutcomeMix({ outcomes }: { readonly outcomes: ExperimentResultFields["outcomes"] }) {
  const shares = outcomeShares(outcomes);
  const first = shares[0];
  if (first === undefined) return <span className="faint">-</span>;
  const description = shares.map(({ value, share }) => `${value} ${percentText(share)}`).join(", ");
  const undecided = shares.find(({ value }) => value === notDecided);
  return (
    <>
      <Tooltip title={description}>
        <span className="row gap-10 num">
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image cannot hold bars that are drawn. */}
          <span className="ex-bar" role="img" aria-label={description}>
            {shares.map(({ value, share, token }) => (
              <i key={value} style={{ width: `${share * 100}%`, background: `var(${token})` }} />
            ))}
          </span>
          {percentText(first.share)}
        </span>
      </Tooltip>
      {undecided !== undefined && (
        <small className="muted num">
          {notDecided} {number(undecided.count)} ({percentText(undecided.share)})
        </small>
      )}
    </>
  );
}
