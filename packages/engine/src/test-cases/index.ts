export { compareOutcome, type Difference } from "./compare-outcome.ts";
export { runCase, runCases, type CaseRun, type CasesRun } from "./run-cases.ts";
export { runCasesFetching, type FetchedRows, type FetchRows } from "./fetched-lists.ts";
