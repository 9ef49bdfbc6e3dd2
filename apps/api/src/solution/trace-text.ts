import type { TestExecutionFields } from "@airlock/contract";
import { compileFrozen, currentBehaviour, expandRecord, explainTables, type Definition } from "@airlock/engine";
import type { AnswerOf } from "../http/call.ts";

/** What a test execution has besides its trace. */
export type TestExecutionHead = Omit<
  TestExecutionFields,
  "status" | "runtimeData" | "reasonCodes" | "linksTaken" | "tables" | "executionEvents" | "error" | "errors" | "failedCalls"
>;

export interface TraceTask {
  readonly kind: "trace";
  /** The definition, which was validated. */
  readonly text: string;
  /** The execution as the engine encodes it. */
  readonly record: string;
  readonly head: TestExecutionHead;
}

/**
 * A test execution with its trace as JSON. Each event has all runtime values, so the text grows with nodes times fields, up to tens of
 * megabytes: it is written where the trace is made, and not copied or checked field by field on the event loop.
 */
export function traceText({ text, record, head }: Omit<TraceTask, "kind">): string {
  const compiled = compileFrozen(JSON.parse(text) as Definition, currentBehaviour); // Written by the caller from a parsed definition.
  if (!compiled.ok) throw new Error("A definition that was executed does not compile.");
  const { status, runtimeData, reasonCodes, linksTaken, error, executionEvents, failedCalls } = expandRecord(compiled.plan, record);
  const errors = error ? [error] : [];
  const tables = explainTables(compiled.plan, record);
  const trace = { status, runtimeData, reasonCodes, linksTaken, tables, executionEvents, ...(error && { error }), errors, failedCalls };
  return JSON.stringify({ ...head, ...trace } satisfies AnswerOf<"solution.execute">["_embedded"]);
}
