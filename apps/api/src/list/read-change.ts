import { readListKey, readListValue, type FieldProblem, type ListRowsChange } from "@airlock/contract";
import { refuse, type Refused } from "../outcome.ts";
import type { NewRow } from "./change-rows.ts";
import type { ListRow } from "./store.ts";

interface ReadChange {
  readonly put: readonly NewRow[];
  readonly remove: readonly string[];
}

/** What a caller sent, in the form in which it is stored; each key once. */
export function readChange(list: Pick<ListRow, "key_type" | "columns">, { put, remove }: ListRowsChange): ReadChange | Refused {
  const problems: FieldProblem[] = [];
  const rows = new Map<string, NewRow>();
  const keyAt = (field: string, given: string): string => {
    const key = readListKey(given.trim(), list.key_type);
    if (!key.ok) problems.push({ field, code: "invalid", message: key.message });
    return key.ok ? key.key : given;
  };
  for (const [at, { key: given, values }] of put.entries()) {
    const key = keyAt(`put.${at}.key`, given);
    if (rows.has(key)) problems.push({ field: `put.${at}.key`, code: "repeated", message: "is sent twice" });
    if (values.length !== list.columns.length) {
      problems.push({ field: `put.${at}.values`, code: "length", message: `must have ${list.columns.length} values` });
    }
    const cells = list.columns.map(({ type }, column) => {
      const read = readListValue(values[column] ?? null, type);
      if (!read.ok) problems.push({ field: `put.${at}.values.${column}`, code: "invalid", message: read.message });
      return read.ok ? read.value : null;
    });
    rows.set(key, { key, cells });
  }
  const removed = remove.map((given, at) => keyAt(`remove.${at}`, given));
  const both = removed.findIndex((key) => rows.has(key));
  if (both !== -1) problems.push({ field: `remove.${both}`, code: "repeated", message: "is put and removed" });
  if (problems.length > 0) return refuse("INVALID_REQUEST", problems.slice(0, 100));
  return { put: [...rows.values()], remove: removed };
}
