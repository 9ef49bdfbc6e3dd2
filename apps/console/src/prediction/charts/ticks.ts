/** Round steps that reach from `min` to `max`: 1, 2 or 5 times a power of ten, about `count` of them. */
export function ticksBetween(min: number, max: number, count = 4): readonly number[] {
  if (!Number.isFinite(min) || !Number.isFinite(max)) return [0, 1];
  // One value alone, or none: a step around it, so that there is something to draw in.
  const span = max > min ? max - min : Math.abs(max) || 1;
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((one) => one * power >= rough) ?? 10);
  const first = Math.floor(min / step + 1e-9);
  const last = Math.ceil((max > min ? max : min + span) / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step));
}

/** 0.30000000000000004 is 0.3. */
const tidy = (value: number) => Number(value.toPrecision(12));

/** As many digits as the steps differ by: `0.15`, `1,200`. */
export function tickText(value: number, ticks: readonly number[]): string {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) || 1;
  const exponent = Math.floor(Math.log10(step) + 1e-9);
  const digits = Math.max(0, Math.min(6, -exponent));
  const needed = Number((step * 10 ** digits).toFixed(6)) % 1 === 0 ? digits : digits + 1;
  return value.toLocaleString("en-GB", { minimumFractionDigits: needed, maximumFractionDigits: needed });
}
