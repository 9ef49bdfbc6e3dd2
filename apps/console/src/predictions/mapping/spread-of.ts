import type { ColumnProfile } from "@airlock/contract";
import { number } from "../../ui/format/numbers.ts";

export interface ColumnSpread {
  readonly counts: readonly number[];
  readonly label: string;
}

/** How a column is spread, small: a dozen steps at most, and the same in words. */
export function spreadOf(name: string, profile: ColumnProfile | null): ColumnSpread | undefined {
  if (profile === null) return undefined;
  if (profile.histogram.length > 0) {
    const steps = gathered(profile.histogram.map(({ count }) => count));
    const largest = profile.histogram.reduce((top, step) => (step.count > top.count ? step : top));
    return {
      counts: steps,
      label: `Distribution of ${name}: most, ${number(largest.count)}, ${largest.from === largest.to ? `at ${number(largest.from)}` : `from ${number(largest.from)} to ${number(largest.to)}`}`,
    };
  }
  // Where hardly any value comes twice, the bars of the first dozen say nothing.
  const [first] = profile.frequent;
  if (first === undefined || first.count < 2) return undefined;
  const shown = profile.frequent.slice(0, 12);
  const words = shown.slice(0, 3).map(({ value, count }) => `${value === "" ? "(empty)" : value} ${number(count)}`);
  return { counts: shown.map(({ count }) => count), label: `Distribution of ${name}: ${words.join(", ")}` };
}

const maxSteps = 12;

function gathered(counts: readonly number[]): readonly number[] {
  if (counts.length <= maxSteps) return counts;
  const each = Math.ceil(counts.length / maxSteps);
  return Array.from({ length: Math.ceil(counts.length / each) }, (_, at) =>
    counts.slice(at * each, (at + 1) * each).reduce((sum, count) => sum + count, 0),
  );
}
