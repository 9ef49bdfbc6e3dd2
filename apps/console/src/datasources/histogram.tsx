import type { ColumnProfile } from "@airlock/contract";
import { evenBars } from "../parts/charts/even-bars.ts";
import { SmallBars } from "../parts/charts/small-bars.tsx";
import { number } from "../ui/format/numbers.ts";

/** How many values fall into each of equally wide steps. The label contains the numbers for screen readers. */
export function Histogram({ steps, label }: { readonly steps: ColumnProfile["histogram"]; readonly label: string }) {
  const peak = steps.find(({ count }) => count === Math.max(1, ...steps.map((step) => step.count)));
  const description = peak === undefined ? label : `${label}: most, ${number(peak.count)}, ${stepText(peak)}`;
  const bars = evenBars(steps.map(({ count }) => count)).map((bar, at) => ({ ...bar, title: titleOf(steps[at]) }));
  return <SmallBars bars={bars} width={160} height={28} hasBase label={description} />;
}

function titleOf(step: ColumnProfile["histogram"][number] | undefined): string {
  return step === undefined ? "" : `${stepText(step)}: ${number(step.count)}`;
}

/** `18 to 21`; a step of one integer is that integer. */
function stepText({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === to ? number(from) : `${number(from)} to ${number(to)}`;
}
