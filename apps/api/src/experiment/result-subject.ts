import type { Subject } from "../http/subject.ts";
import { resultState } from "./result-resource.ts";
import { findResult, type ResultRow } from "./result-store.ts";

export const resultSubject: Subject<"experimentResult", ResultRow> = {
  resource: "experimentResult",
  parameter: "experimentResultId",
  missing: "EXPERIMENT_RESULT_NOT_FOUND",
  find: findResult,
  state: resultState,
};

/** Without a lock: a read need not wait for writers. */
export const readResult: typeof resultSubject = { ...resultSubject, find: (tx, id) => findResult(tx, id, false) };
