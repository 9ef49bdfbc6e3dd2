export { compareOutcome, type Difference } from "./compare-outcome.ts";
export { runCase, runCases, type CaseRun, type CasesRun } from "./run-cases.ts";
