import { number } from "../../ui/format/numbers.ts";
import { ChartCard, ReadingTable } from "../../parts/charts/chart-card.tsx";
import { percent } from "./figures.ts";

interface ClassesCardProps {
  readonly labels: readonly string[];
  readonly classes: readonly { readonly rows: number; readonly precision: number | null; readonly recall: number | null }[];
}

/** Of more than two classes: how well each is found. */
export function ClassesCard({ labels, classes }: ClassesCardProps) {
  return (
    <ChartCard title="Classes" sentence="How often a predicted class was right, and how many of a class were found.">
      <ReadingTable
        label="Classes"
        reading={{
          heads: ["Class", "Records", "Precision", "Recall"],
          rows: classes.map(({ rows, precision, recall }, at) => [labels[at] ?? "-", number(rows), percent(precision), percent(recall)]),
        }}
      />
    </ChartCard>
  );
}
