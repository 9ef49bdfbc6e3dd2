/** Comparisons of two flows over the same records. */
export { createComparison, type NewComparison, type OverDatasource, type OverExecutions, type Side } from "./create-comparison.ts";
export { prepareBoth, type PreparedBoth } from "./prepare-both.ts";
