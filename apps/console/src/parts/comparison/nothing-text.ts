import type { ComparisonFields } from "@airlock/contract";
import { counted } from "../../ui/format/numbers.ts";
import { overOf } from "./over-choice.ts";
import { recordNoun } from "./side-name.ts";

type Compared = Pick<ComparisonFields, "status" | "start" | "end" | "datasource" | "records" | "fieldMapping" | "carry" | "summary">;

/** Why a comparison that ended compared nothing; undefined where it compared something or is still running. */
export function nothingText(comparison: Compared): string | undefined {
  const { status, summary } = comparison;
  if (status !== "done" || summary.compared > 0) return undefined;
  const leftOut = summary.unanswered + summary.unreadable;
  const { one, many } = recordNoun(comparison);
  if (leftOut > 0) {
    const done = comparison.datasource === null ? "compared" : "decided";
    return leftOut === 1 ? `The only ${one} could not be ${done}.` : `None of the ${counted(leftOut, one, many)} could be ${done}.`;
  }
  const over = overOf(comparison);
  const none =
    "days" in over
      ? `No executions in the last ${over.days === 1 ? "day" : `${over.days} days`}`
      : `${over.datasource.name} has no records`;
  return `${none}. Nothing was compared.`;
}
