import type { PastExecutionFields } from "@airlock/contract";

/** Common names of result fields, the likeliest first. */
const likely = ["result", "decision", "outcome", "answer", "status"];

/** The value that summarises a decision: a field with a common result name, else the last computed text, else the last computed number. */
export function resultOf({
  runtimeData,
}: Pick<PastExecutionFields, "runtimeData">): readonly [name: string, value: string | number] | undefined {
  const entries = Object.entries(runtimeData);
  for (const name of likely) {
    const found = entries.find(([field]) => field.toLowerCase() === name);
    if (found !== undefined) return shown(found);
  }
  const last = entries.findLast(([, value]) => typeof value === "string") ?? entries.at(-1);
  return last && shown(last);
}

/** True and false are shown as words. */
function shown([name, value]: readonly [string, string | number | boolean]): readonly [string, string | number] {
  return [name, typeof value === "boolean" ? String(value) : value];
}
