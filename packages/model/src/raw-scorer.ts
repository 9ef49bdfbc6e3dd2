/** Sums the trees for one row. `row` has a number per column, NaN if the value is missing. */
export type RawScorer = (row: Float64Array, into: Float64Array) => void;
