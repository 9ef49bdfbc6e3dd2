type Ends = readonly [from: number, to: number];

/** Positions of values on an axis. A domain of one value is in the middle. */
export function scaleLinear([from, to]: Ends, [start, end]: Ends): (value: number) => number {
  return (value) => start + (to === from ? 0.5 : (value - from) / (to - from)) * (end - start);
}
