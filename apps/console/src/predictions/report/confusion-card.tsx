import type { CSSProperties } from "react";
import { number } from "../../ui/format/numbers.ts";
import { percent } from "./figures.ts";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { Scrolls } from "../../parts/charts/scrolls.tsx";

interface ConfusionCardProps {
  readonly labels: readonly string[];
  /** `counts[actual][predicted]` */
  readonly counts: readonly (readonly number[])[];
  readonly sentence: string;
  readonly title?: string;
}

/** What was, against what was predicted. It is a table already; the shade only helps the eye. */
export function ConfusionCard({ labels, counts, sentence, title = "Confusion" }: ConfusionCardProps) {
  const total = counts.flat().reduce((sum, count) => sum + count, 0) || 1;
  const right = counts.reduce((sum, row, at) => sum + (row[at] ?? 0), 0);
  return (
    <ChartCard title={title} sentence={`${sentence} ${percent(right / total)} are right.`}>
      <Scrolls className="pc-scroll" label={title}>
        <table className="rp-confusion" aria-label={title}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">Was</span>
              </th>
              {labels.map((label) => (
                <th key={label} scope="col">
                  <small className="faint">predicted</small> <span className="mono">{label}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, actual) => {
              const row = counts[actual] ?? [];
              const all = row.reduce((sum, count) => sum + count, 0) || 1;
              return (
                <tr key={label}>
                  <th scope="row">
                    <small className="faint">was</small> <span className="mono">{label}</span>
                  </th>
                  {labels.map((predicted, at) => (
                    <td key={predicted} className={at === actual ? "right" : "wrong"} style={shade((row[at] ?? 0) / all)}>
                      <b className="num">{number(row[at] ?? 0)}</b>
                      <small className="num">{percent((row[at] ?? 0) / all)}</small>
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scrolls>
    </ChartCard>
  );
}

/** A custom property is no property that React's types know. */
function shade(share: number): CSSProperties {
  return { "--rp-share": `${Math.round(share * 100)}%` } as CSSProperties;
}
