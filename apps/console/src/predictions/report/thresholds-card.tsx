import type { ModelEvaluation } from "@airlock/contract";
import Radio from "@mui/material/Radio";
import { useEffect, useRef } from "react";
import { percent, ratio } from "./figures.ts";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { Scrolls } from "../../parts/charts/scrolls.tsx";

interface ThresholdsCardProps {
  readonly thresholds: Extract<ModelEvaluation, { readonly objective: "binary" }>["thresholds"];
  readonly rows: number;
  readonly chosen: number;
  readonly onChoose: (at: number) => void;
}

/** What each threshold would mean; the chosen one is what the confusion shows. */
export function ThresholdsCard({ thresholds, rows, chosen, onChoose }: ThresholdsCardProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    // The default threshold is in the middle of the list: it is scrolled into view once, without moving the page.
    const row = body.current?.querySelector<HTMLElement>("tr.is-selected");
    const scrolls = body.current?.closest("section.pc-scroll");
    if (row && scrolls) scrolls.scrollTop = row.offsetTop - scrolls.clientHeight / 2;
  }, []);
  return (
    <ChartCard title="Thresholds" sentence="What a decision that draws the line there would find. Choose one to see its confusion.">
      <Scrolls className="pc-scroll" label="Thresholds">
        <table className="data-table sticky-head pc-table" aria-label="Thresholds">
          <thead>
            <tr>
              <th>Threshold</th>
              <th className="num">Selected</th>
              <th className="num">Precision</th>
              <th className="num">Recall</th>
              <th className="num">F1</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {thresholds.map((row, at) => (
              <tr key={row.threshold} className={at === chosen ? "is-selected" : ""}>
                <td>
                  <label className="rp-radio num">
                    <Radio checked={at === chosen} name="threshold" size="small" onChange={() => onChoose(at)} />
                    {ratio(row.threshold)}
                  </label>
                </td>
                <td className="num">{percent((row.truePositives + row.falsePositives) / Math.max(1, rows))}</td>
                <td className="num">{percent(row.precision)}</td>
                <td className="num">{percent(row.recall)}</td>
                <td className="num">{ratio(row.f1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </ChartCard>
  );
}
