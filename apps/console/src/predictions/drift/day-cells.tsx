import { barShare, dayText, psiText, stepOf, type ColumnDrift } from "./drift-view.ts";

interface DayCellsProps {
  readonly column: ColumnDrift;
  /** All of the range. */
  readonly days: readonly string[];
  readonly threshold: number;
  /** The PSI of a bar as tall as the cell: the same for all columns of a table. */
  readonly top: number;
}

const height = 22;

/** One bar a day on a linear scale from 0, darker the further from the training; at and above the threshold it has another colour. */
export function DayCells({ column, days, threshold, top }: DayCellsProps) {
  const byDay = new Map(column.days.map((one) => [one.day, one]));
  const wide = Math.max(3, Math.min(14, Math.floor(264 / Math.max(1, days.length))));
  const words = column.days.slice(-3).map(({ day, psi }) => `${psiText(psi)} on ${dayText(day)}`);
  return (
    <svg
      className="dr-cells"
      width={wide * days.length}
      height={height}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing with a text alternative.
      role="img"
      aria-label={`Shift (PSI) of ${column.isScore ? "the scores" : column.name} by day: ${words.join(", ")}`}
    >
      {days.map((day, at) => {
        const seen = byDay.get(day);
        if (seen === undefined) return <rect key={day} className="gap" x={at * wide} y={height - 1} width={wide - 1} height={1} />;
        const step = stepOf(seen.psi, threshold);
        // A day with decisions and no shift is still visible as one.
        const tall = Math.max(1, barShare(seen.psi, top) * height);
        return (
          <g key={day} className={seen.enough ? `step-${step}` : `step-${step} few`}>
            <rect x={at * wide} y={height - tall} width={wide - 1} height={tall} />
            <title>{`${dayText(day)}: ${psiText(seen.psi)}${seen.enough ? "" : ", too few decisions to tell"}`}</title>
          </g>
        );
      })}
      <path className="limit" d={`M0 ${height - barShare(threshold, top) * height}H${wide * days.length}`} />
    </svg>
  );
}
