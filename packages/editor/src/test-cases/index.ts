export { caseFromExecution, type PastExecution } from "./case-from-execution.ts";
export { caseFromRun } from "./case-from-run.ts";
export { casesFromCsv, casesToCsv, type ReadCases } from "./cases-csv.ts";
export {
  compareOutcome,
  runCases,
  runCasesFetching,
  type CaseRun,
  type CasesRun,
  type Difference,
  type FetchRows,
} from "@airlock/engine/test-cases";
export { renameInCases, type CaseValue, type Expectation, type TestCase } from "./test-case.ts";
