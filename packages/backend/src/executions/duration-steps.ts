/** Durations are counted in buckets that grow by 5 %, so that quantiles are within 2.5 % of the exact ones. */
const growth = 1.05;

/** The bucket of a duration in microseconds, as SQL. */
export function durationStep(micros: string): string {
  return `toUInt16(ceil(log(greatest(${micros}, 1)) / log(${growth})))`;
}

/** Executions by bucket. */
export type Durations = ReadonlyMap<number, number>;

/** The duration in microseconds that the share `quantile` of the executions does not exceed; undefined without executions. */
export function quantileOf(durations: Durations, quantile: number): number | undefined {
  const steps = [...durations].toSorted(([one], [other]) => one - other);
  const total = steps.reduce((sum, [, count]) => sum + count, 0);
  let passed = 0;
  for (const [step, count] of steps) {
    passed += count;
    // The value that is at most 2.5 % from both ends of the bucket.
    if (passed >= quantile * total && count > 0) return (2 * growth ** step) / (growth + 1);
  }
  return undefined;
}
