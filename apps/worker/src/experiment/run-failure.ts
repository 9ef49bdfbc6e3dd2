import { isDataError, isMissingTable, isRefusedQuery } from "@airlock/platform/clickhouse";
import { WentWrong } from "@airlock/platform/file-source";
import { CannotRead } from "../rows/cannot-read.ts";
import { CannotRun } from "./flow-query.ts";

/** Whether a retry cannot help. */
export function isLasting(error: unknown): boolean {
  return error instanceof CannotRun || error instanceof CannotRead || isDataError(error) || isRefusedQuery(error) || isMissingTable(error);
}

/** The message for users. */
export function sentenceOf(error: unknown): string {
  if (error instanceof CannotRun || error instanceof CannotRead || error instanceof WentWrong) return error.message;
  if (isMissingTable(error)) return "The datasource is not there any more.";
  if (isDataError(error) || isRefusedQuery(error)) return "The flow is too large to be run over these records.";
  return "The records cannot be read at the moment.";
}
