/** Bins of an axis: the bounds that values are rounded down to, and one above the last value. */
export interface Bins {
  readonly bounds: readonly number[];
  readonly step: number;
}

const nice = [1, 2, 5, 10];

/** 1, 2 or 5 times a power of ten: the smallest that is at least this. */
export function niceStep(least: number): number {
  if (!(least > 0) || !Number.isFinite(least)) return 1;
  const power = Math.floor(Math.log10(least));
  for (const digit of nice) {
    const step = tidy(digit * 10 ** power);
    if (step >= least * (1 - 1e-12)) return step;
  }
  return tidy(10 ** (power + 1));
}

/** Equal steps from below the smallest to above the largest value; `step` grows until there are no more than `maxBins`. */
export function equalBins(min: number, max: number, step: number, maxBins: number): Bins {
  let width = step > 0 && (max - min) / step <= maxBins ? step : niceStep((max - min) / maxBins);
  for (;;) {
    const first = Math.floor(min / width);
    const last = Math.floor(max / width) + 1;
    if (last - first <= maxBins + 1) {
      const bounds = Array.from({ length: last - first + 1 }, (_, place) => tidy((first + place) * width));
      // By rounding, a value at either end may be outside by its last digit.
      if (bounds[0] !== undefined && bounds[0] > min) bounds.unshift(tidy((first - 1) * width));
      if ((bounds.at(-1) ?? max) <= max) bounds.push(tidy((last + 1) * width));
      return { bounds: [...new Set(bounds)], step: width };
    }
    width = niceStep(width * 1.5);
  }
}

/** Steps of equal ratio, the same number per power of ten. `min` is positive. */
export function logBins(min: number, max: number, maxBins: number): Bins {
  const decades = Math.max(1, Math.ceil(Math.log10(max)) - Math.floor(Math.log10(min)));
  const perDecade = Math.max(1, Math.floor(maxBins / decades));
  const first = Math.floor(Math.log10(min) * perDecade) - 1;
  const last = Math.floor(Math.log10(max) * perDecade) + 2;
  const all = Array.from({ length: last - first + 1 }, (_, place) => Number((10 ** ((first + place) / perDecade)).toPrecision(6)));
  const below = all.findLastIndex((bound) => bound <= min);
  const above = all.findIndex((bound) => bound > max);
  return { bounds: [...new Set(all.slice(Math.max(0, below), above + 1))], step: Number((10 ** (1 / perDecade)).toPrecision(6)) };
}

/** Rounded to remove floating-point noise. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
