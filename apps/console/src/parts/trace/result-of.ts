import type { PastExecutionFields } from "@airlock/contract";

/** Names that people give to what a decision comes to, the likeliest first. */
const likely = ["result", "decision", "outcome", "answer", "status"];

/** The one value to show of a decision: by its name, else the last text that was worked out, else the last number. */
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
