import type { ModelReport } from "@airlock/contract";
import { number } from "../../ui/format/numbers.ts";
import { direction, figure, measuresOf, ratio, verdict } from "./figures.ts";

interface MeasuresCardProps {
  readonly report: ModelReport;
  readonly beside: ModelReport | undefined;
}

/** Each measure compared with the baseline that always predicts the most common outcome, and with another model. */
export function MeasuresCard({ report, beside }: MeasuresCardProps) {
  const measures = measuresOf(report.evaluation);
  const others = beside === undefined ? [] : measuresOf(beside.evaluation);
  const text = report.objective === "regression" ? figure : ratio;
  const [first] = measures;
  const { label, split } = report;
  return (
    <section className="card rp-card" aria-labelledby="rp-measures">
      <h3 id="rp-measures">Quality</h3>
      {first !== undefined && (
        <p className="rp-first">
          <strong className="num">{text(first.value)}</strong>
          <span className="muted">
            {first.name}, {text(first.baseline)} by chance alone
          </span>
        </p>
      )}
      <table className="data-table sticky-head pc-table" aria-label="Measures">
        <thead>
          <tr>
            <th>Measure</th>
            <th className="num">Model {report.number}</th>
            {beside !== undefined && <th className="num">Model {beside.number}</th>}
            <th className="num">Baseline</th>
          </tr>
        </thead>
        <tbody>
          {measures.map((measure) => {
            const other = others.find(({ name }) => name === measure.name);
            const against = beside === undefined ? measure.baseline : (other?.value ?? null);
            const judged = verdict(measure.value, against, measure.higherIsBetter);
            return (
              <tr key={measure.name}>
                <td>
                  {measure.name}
                  <small className="faint rp-note">{measure.note}</small>
                </td>
                <td className={`num rp-${judged ?? "same"}`}>
                  {judged !== undefined && (
                    <>
                      <span aria-hidden="true">{direction(measure.value, against)} </span>
                      <span className="sr">{judged} </span>
                    </>
                  )}
                  {text(measure.value)}
                </td>
                {beside !== undefined && <td className="num">{text(other?.value)}</td>}
                <td className="num muted">{text(measure.baseline)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="helper">
        Predicts <b className="mono">{label.name}</b>
        {report.objective === "binary" && label.values.length === 2 ? (
          <>
            : the score is the probability of <b className="mono">{label.values[1]}</b>
          </>
        ) : null}
        . {number(split.trainingRows)} records for training, {number(split.validationRows)} for early stopping, {number(split.holdoutRows)}{" "}
        for testing. Arrows are the direction, colours say whether it is better.
      </p>
    </section>
  );
}
