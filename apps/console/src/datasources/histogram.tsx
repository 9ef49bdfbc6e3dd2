import type { ColumnProfile } from "@airlock/contract";
import { number } from "../ui/format/numbers.ts";

const height = 28;
const width = 160;

/** How many values fall into each of equally wide steps. The label contains the numbers for screen readers. */
export function Histogram({ steps, label }: { readonly steps: ColumnProfile["histogram"]; readonly label: string }) {
  const most = Math.max(1, ...steps.map(({ count }) => count));
  const wide = width / steps.length;
  const peak = steps.find(({ count }) => count === most);
  const description = peak === undefined ? label : `${label}: most, ${number(peak.count)}, ${stepText(peak)}`;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing with a text alternative.
    <svg className="ds-histogram" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description}>
      {steps.map(({ from, to, count }, at) => {
        // A non-zero count is always visible.
        const tall = count === 0 ? 0 : Math.max(1.5, (count / most) * (height - 2));
        return (
          <rect key={from} x={at * wide + 0.5} y={height - 1 - tall} width={Math.max(1, wide - 1)} height={tall}>
            <title>{`${stepText({ from, to })}: ${number(count)}`}</title>
          </rect>
        );
      })}
      <path d={`M0 ${height - 0.5}H${width}`} />
    </svg>
  );
}

/** `18 to 21`; a step of one integer is that integer. */
function stepText({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === to ? number(from) : `${number(from)} to ${number(to)}`;
}
