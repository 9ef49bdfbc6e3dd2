import { readListKey, readListValue, type FieldProblem, type ListRowsChange, type ListValue } from "@airlock/contract";
import { refuse, type Refused } from "../outcome.ts";
import type { BasedOn, NewRow } from "./change-rows.ts";
import type { ListRow } from "./store.ts";

interface ReadChange {
  readonly put: readonly (NewRow & BasedOn)[];
  readonly remove: readonly BasedOn[];
}

/** What a caller sent, in the form in which it is stored; each key once. */
export function readChange(list: Pick<ListRow, "key_type" | "columns">, { put, remove }: ListRowsChange): ReadChange | Refused {
  const problems: FieldProblem[] = [];
  const rows = new Map<string, NewRow & BasedOn>();
  const keyAt = (field: string, given: string): string => {
    const key = readListKey(given.trim(), list.key_type);
    if (!key.ok) problems.push({ field, code: "invalid", message: key.message });
    return key.ok ? key.key : given;
  };
  const cellsAt = (field: string, given: readonly ListValue[]): readonly ListValue[] => {
    if (given.length !== list.columns.length) {
      problems.push({ field, code: "length", message: `must have ${list.columns.length} values` });
    }
    return list.columns.map(({ type }, column) => {
      const read = readListValue(given[column] ?? null, type);
      if (!read.ok) problems.push({ field: `${field}.${column}`, code: "invalid", message: read.message });
      return read.ok ? read.value : null;
    });
  };
  for (const [at, { key: given, values, was }] of put.entries()) {
    const key = keyAt(`put.${at}.key`, given);
    if (rows.has(key)) problems.push({ field: `put.${at}.key`, code: "repeated", message: "is sent twice" });
    const cells = cellsAt(`put.${at}.values`, values);
    rows.set(key, { key, cells, was: was ? cellsAt(`put.${at}.was`, was) : was });
  }
  const removed = remove.map((given, at) => {
    if (typeof given === "string") return { key: keyAt(`remove.${at}`, given) };
    return { key: keyAt(`remove.${at}.key`, given.key), was: cellsAt(`remove.${at}.was`, given.was) };
  });
  const both = removed.findIndex(({ key }) => rows.has(key));
  if (both !== -1) problems.push({ field: `remove.${both}`, code: "repeated", message: "is put and removed" });
  if (problems.length > 0) return refuse("INVALID_REQUEST", problems.slice(0, 100));
  return { put: [...rows.values()], remove: removed };
}
