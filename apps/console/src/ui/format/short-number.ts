/** A number with readable precision: two decimals from 10,000, four from 1, six below. Show the full value on hover. */
export function shortNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const size = Math.abs(value);
  const short = Number(value.toFixed(size >= 10_000 ? 2 : size >= 1 ? 4 : 6));
  // A value that would be shown as 0 keeps its digits.
  return String(short === 0 ? Number(value.toPrecision(3)) : short);
}
