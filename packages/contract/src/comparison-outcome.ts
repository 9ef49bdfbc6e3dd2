/** The outcome of a flow, as read from one of its runtime fields. */
import type { DatasetField } from "@airlock/flow";

/** Names that fields with the outcome often have, the most likely first. */
const likely = ["result", "decision", "outcome", "answer", "status"];

/**
 * More outcomes than this are not listed separately, because a table of them would be unreadable. The rest are counted as `otherOutcomes`.
 */
export const maxOutcomes = 40;
export const otherOutcomes = "Other";

/** The outcome of a row that no flow ran on, because its values do not fit the fields: a required one is missing, for example. */
export const notDecided = "Not decided";

type Field = Pick<DatasetField, "name" | "type">;

/** Whether a field is named as outcomes are. */
export function isOutcomeName(name: string): boolean {
  return likely.includes(name.toLowerCase());
}

/** The String field of both flows that most likely has the outcome; null if there is none: the outcome is then whether they failed. */
export function likelyOutcomeField(left: readonly Field[], right: readonly Field[]): string | null {
  const texts = right.filter((field) => field.type === "String" && left.some(({ name, type }) => name === field.name && type === "String"));
  const named = likely.flatMap((name) => texts.find((field) => field.name.toLowerCase() === name) ?? [])[0];
  return (named ?? texts.at(-1))?.name ?? null;
}

/** An execution that failed decided nothing, whatever it had set before; a missing value is the empty text. */
export function outcomeOf(
  field: string | null,
  ran: { readonly status: "completed" | "failed"; readonly runtimeData: Readonly<Record<string, string | number | boolean>> },
): string {
  if (ran.status === "failed") return "Failed";
  if (field === null) return "Completed";
  return Object.hasOwn(ran.runtimeData, field) ? String(ran.runtimeData[field]) : "";
}
