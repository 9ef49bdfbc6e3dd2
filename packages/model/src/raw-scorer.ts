/** Adds up the trees for one row. `row` has a number for each column, NaN where the value is missing. */
export type RawScorer = (row: Float64Array, into: Float64Array) => void;
