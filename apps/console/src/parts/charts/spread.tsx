import "./charts.css";

interface SpreadProps {
  /** How many fall into each step or have each value, in order. */
  readonly counts: readonly number[];
  /** The text alternative. */
  readonly label: string;
}

const width = 96;
const height = 24;

/** How values are spread, small enough for a row of a table. */
export function Spread({ counts, label }: SpreadProps) {
  const most = counts.reduce((longest, count) => Math.max(longest, count), 0);
  if (most === 0) return <span className="faint">-</span>;
  const wide = width / counts.length;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing with a text alternative.
    <svg className="pc-spread" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {counts.map((count, at) => {
        // A non-zero count is always visible.
        const tall = count === 0 ? 0 : Math.max(2, (count / most) * (height - 2));
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a step is its place.
          <rect key={at} x={at * wide + 0.75} y={height - tall} width={Math.max(0.8, wide - 1.5)} height={tall} rx={1} />
        );
      })}
    </svg>
  );
}
