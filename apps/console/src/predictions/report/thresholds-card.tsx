import type { ModelEvaluation } from "@airlock/contract";
import Radio from "@mui/material/Radio";
import { useEffect, useRef } from "react";
import { percent, ratio } from "./figures.ts";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { ScrollTable } from "../../parts/charts/scroll-table.tsx";

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
    <ChartCard title="Thresholds" sentence="What a decision finds at each threshold. Choose one to see its confusion matrix.">
      <ScrollTable
        label="Thresholds"
        className="pc-scroll"
        tableClass="sticky-head pc-table"
        bodyRef={body}
        heads={[
          "Threshold",
          { text: "Selected", isNumber: true },
          { text: "Precision", isNumber: true },
          { text: "Recall", isNumber: true },
          { text: "F1", isNumber: true },
        ]}
      >
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
      </ScrollTable>
    </ChartCard>
  );
}
