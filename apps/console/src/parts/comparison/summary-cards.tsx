import { notDecided } from "@airlock/contract/comparison-outcome";
import { changeText, pointsText, shareText } from "@airlock/editor";
import { Fragment } from "react";
import { counted, number } from "../../ui/format/numbers.ts";
import { inOrder, outcomeColour, outcomeText } from "../outcome-mix/outcome-words.ts";
import { comparisonBase } from "./comparison-base.ts";
import { recordNoun, sideName } from "./side-name.ts";
import type { RecordFilter, WholeComparison } from "./use-comparison.ts";
import type { CSSProperties } from "react";
import "./comparison-parts.css";

interface SummaryCardsProps {
  readonly comparison: WholeComparison;
  readonly filter?: RecordFilter;
  /** Left out, the moves between outcomes are figures that cannot be chosen. */
  readonly onFilter?: (filter: RecordFilter) => void;
}

const maxShown = 4;

/** How many outcomes changed, how the mix moved, and from what to what. */
export function SummaryCards({ comparison, filter = {}, onFilter }: SummaryCardsProps) {
  const { summary, left, right } = comparison._embedded;
  const { changed } = summary;
  const { one, many } = recordNoun(comparison._embedded);
  const { base, undecided, leftOut } = comparisonBase(comparison._embedded);
  const outcomes = inOrder(summary.outcomes).slice(0, maxShown);
  const mix = undecided === 0 ? outcomes : [...outcomes, { outcome: notDecided, left: undecided, right: undecided }];
  // Without compared records there is no share: 0% would read as a result.
  const shareOf = (count: number) => (base === 0 ? "-" : shareText(count / base));
  // The whole line is all of them, as the shares beside it say.
  const whole = Math.max(1, base);
  const countOf = (from: string, to: string) => summary.moves.find((move) => move.from === from && move.to === to)?.count ?? 0;
  const max = Math.max(1, ...summary.moves.filter(({ from, to }) => from !== to).map(({ count }) => count));
  return (
    <section className="cmp-sum" aria-label="What changed">
      <div>
        <h2>Outcomes changed</h2>
        <strong className="cmp-figure num">{shareOf(changed)}</strong>
        <p className="num small-text">
          {number(changed)} of {counted(base, one, many)}
        </p>
        {undecided > 0 && (
          <p className="num small-text cmp-left-out" title="A required field is missing, or a value does not fit its field.">
            {notDecided} {number(undecided)}
          </p>
        )}
        {leftOut > 0 && (
          <p
            className="num small-text cmp-left-out"
            title="A flow makes a web call or prediction that has no recorded response, or the input was erased or cannot be read."
          >
            {number(leftOut)} could not be compared
          </p>
        )}
      </div>
      <div>
        <h2>
          Outcome mix, {sideName(left)} and {sideName(right)}
        </h2>
        <div className="cmp-mix num">
          {mix.map(({ outcome, left: was, right: is }, place) => (
            <Fragment key={outcome}>
              <span className="clip" title={outcomeText(outcome)}>
                {outcomeText(outcome)}
              </span>
              <span className="cmp-bars" aria-hidden="true">
                <i className="was" style={{ width: `${(was / whole) * 100}%` }} />
                <i style={filled(is / whole, outcomeColour(outcome, place))} />
              </span>
              <span className="muted">{shareOf(was)}</span>
              <b>{shareOf(is)}</b>
              <b className={is > was ? "more" : is < was ? "less" : "muted"}>{movedText(is - was, base)}</b>
            </Fragment>
          ))}
        </div>
      </div>
      <div className="cmp-matrix-card">
        <table className="cmp-matrix num" aria-label="From, to">
          <thead>
            <tr>
              <th scope="col">From, to</th>
              {outcomes.map(({ outcome }) => (
                <th scope="col" key={outcome} className="clip">
                  {outcomeText(outcome)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {outcomes.map(({ outcome: from }) => (
              <tr key={from}>
                <th scope="row" className="clip">
                  {outcomeText(from)}
                </th>
                {outcomes.map(({ outcome: to }) => {
                  const count = countOf(from, to);
                  const heat = `heat-${count > max / 2 ? 3 : count > max / 8 ? 2 : 1}`;
                  const isOn = filter.from === from && filter.to === to;
                  return (
                    <td key={to}>
                      {from === to || count === 0 ? (
                        <span className="cmp-cell same">{number(count)}</span>
                      ) : onFilter === undefined ? (
                        <span className={`cmp-cell ${heat}`}>{number(count)}</span>
                      ) : (
                        <button
                          type="button"
                          className={`cmp-cell ${heat}${isOn ? " is-on" : ""}`}
                          aria-pressed={isOn}
                          aria-label={`${number(count)} from ${outcomeText(from)} to ${outcomeText(to)}`}
                          onClick={() =>
                            onFilter({ ...(filter.search === undefined ? {} : { search: filter.search }), ...(isOn ? {} : { from, to }) })
                          }
                        >
                          {number(count)}
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const sameText = "same";

function movedText(change: number, base: number): string {
  if (change === 0) return sameText;
  const points = base === 0 ? "" : pointsText(change / base);
  return points === "" ? changeText(change) : points;
}

function filled(share: number, colour: string): CSSProperties {
  return { width: `${share * 100}%`, background: colour };
}
