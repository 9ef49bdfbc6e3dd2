export { caseFromRun } from "./case-from-run.ts";
export { casesFromCsv, casesToCsv, type ReadCases } from "./cases-csv.ts";
export { compareOutcome, type Difference } from "./compare-outcome.ts";
export { runCases, type CaseRun, type CasesRun } from "./run-cases.ts";
export { renameInCases, type CaseValue, type Expectation, type TestCase } from "./test-case.ts";
