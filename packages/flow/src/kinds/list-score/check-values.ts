import type { DatasetField, ListScoreItem } from "../../node-parts.ts";
import { clipped, type Check } from "../../validate/check.ts";

/** Values of the scored field's type, each once. */
export function checkValues(values: readonly ListScoreItem[], scored: DatasetField, check: Check): void {
  const rows = new Map<string | number, number>();
  for (const [row, { value }] of values.entries()) {
    let meant: string | number | undefined = value;
    if (scored.type === "String") {
      const isPadded = value !== value.trim();
      if (isPadded) check.report("LIST_VALUE_SPACES", { node: check.title, value: clipped(value) }, "values", row);
    } else {
      meant = check.literal(value, scored.type, scored.name, `value ${row + 1}`, "values", row);
    }
    if (meant === undefined) continue;
    const first = rows.get(meant);
    if (first === undefined) rows.set(meant, row);
    else check.report("LIST_VALUE_TWICE", { node: check.title, value: clipped(value), first: first + 1, second: row + 1 }, "values", row);
  }
}
