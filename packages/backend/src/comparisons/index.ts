/** Comparisons of two flows over the same executions or rows. */
export { createComparison, type NewComparison, type OverDatasource, type OverExecutions, type Side } from "./create-comparison.ts";
export { prepareBoth, type PreparedBoth } from "./prepare-both.ts";
