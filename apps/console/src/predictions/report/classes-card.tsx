import { number } from "../../ui/format/numbers.ts";
import { ReadingTable } from "../../parts/charts/chart-card.tsx";
import { percent } from "./figures.ts";

interface ClassesCardProps {
  readonly labels: readonly string[];
  readonly classes: readonly { readonly rows: number; readonly precision: number | null; readonly recall: number | null }[];
}

/** Of more than two classes: how well each is found. */
export function ClassesCard({ labels, classes }: ClassesCardProps) {
  return (
    <section className="card pc-card" aria-labelledby="rp-classes">
      <header className="pc-head">
        <h3 id="rp-classes">Classes</h3>
      </header>
      <p className="small-text">How often a predicted class was right, and how many of a class were found.</p>
      <ReadingTable
        label="Classes"
        reading={{
          heads: ["Class", "Records", "Precision", "Recall"],
          rows: classes.map(({ rows, precision, recall }, at) => [labels[at] ?? "-", number(rows), percent(precision), percent(recall)]),
        }}
      />
    </section>
  );
}
