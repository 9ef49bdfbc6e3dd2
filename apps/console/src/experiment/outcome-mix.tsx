import type { ExperimentResultFields } from "@airlock/contract";
import Tooltip from "@mui/material/Tooltip";
import { percentText } from "../format/numbers.ts";
import { tokensOf, type Token } from "../visualiser/colours.ts";

export interface OutcomeShare {
  readonly value: string;
  readonly share: number;
  readonly token: Token;
}

/** What the records came to, good ones first where that is known. */
export function outcomeShares(outcomes: ExperimentResultFields["outcomes"]): readonly OutcomeShare[] {
  if (outcomes === null || outcomes.values.length === 0) return [];
  const counts = new Map(outcomes.values.map(({ value, count }) => [value ?? "missing", count]));
  const total = outcomes.values.reduce((sum, { count }) => sum + count, 0);
  return [...tokensOf(counts)].map(([value, token]) => ({ value, token, share: (counts.get(value) ?? 0) / total }));
}

/** A bar of the outcomes, with the first of them written out. */
export function OutcomeMix({ outcomes }: { readonly outcomes: ExperimentResultFields["outcomes"] }) {
  const shares = outcomeShares(outcomes);
  const first = shares[0];
  if (first === undefined) return <span className="faint">-</span>;
  const told = shares.map(({ value, share }) => `${value} ${percentText(share)}`).join(", ");
  return (
    <Tooltip title={told}>
      <span className="ex-mix num">
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image cannot hold bars that are drawn. */}
        <span className="ex-bar" role="img" aria-label={told}>
          {shares.map(({ value, share, token }) => (
            <i key={value} style={{ width: `${share * 100}%`, background: `var(${token})` }} />
          ))}
        </span>
        {percentText(first.share)}
      </span>
    </Tooltip>
  );
}
