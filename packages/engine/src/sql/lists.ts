import type { FieldType } from "@airlock/flow";
import { largestInteger } from "../number.ts";
import type { ListUse } from "../program/parts.ts";
import type { Numbers } from "./numbers.ts";
import { missingText, type Term } from "./terms.ts";
import { largestFloat, type SlotValue } from "./value.ts";

/**
 * A version of a list as a table of the database: engine `Join(ANY, LEFT, key)`, with `key` as String, or as Float64 for Integers and day
 * numbers; `present` as UInt8, always 1; and the columns as String or Float64, none of them Nullable: see `missingListValues`.
 */
export interface SqlList {
  /** `database.table`, or the name of a table of the current database. */
  readonly table: string;
  /** The column of the table, by the name of the list's column. */
  readonly columns: ReadonlyMap<string, string>;
}

/** By the list's id. */
export type SqlLists = ReadonlyMap<string, SqlList>;

/** What the table has for missing values, as SQL. */
export const missingListValues = { text: "'\\xFF'", number: "nan" } as const;

/** [LU3] Whether the list has the key. A missing key is a text, or NaN, that no list has. */
export function hasKey({ terms }: Numbers, lists: SqlLists, { listId }: ListUse, key: SlotValue): Term {
  const present = terms.call("count", "listValue", terms.text(tableOf(lists, listId).table), terms.text("present"), key.term);
  return terms.compare("equals", present, terms.count(1));
}

/** [LU5] */
export function listValue(numbers: Numbers, lists: SqlLists, use: ListUse, column: string, type: FieldType, key: SlotValue): SlotValue {
  const { terms } = numbers;
  const { table, columns } = tableOf(lists, use.listId);
  const isFound = hasKey(numbers, lists, use, key);
  const read = (as: "text" | "number") => terms.call(as, "listValue", terms.text(table), terms.text(columns.get(column) ?? ""), key.term);
  if (type === "String") {
    return { kind: "text", term: terms.choose(isFound, read("text"), terms.text(missingText)), mayBeMissing: true };
  }
  const term = terms.choose(isFound, read("number"), terms.missing);
  if (type === "Float") return { kind: "number", type, term, mayBeMissing: true, bound: largestFloat, units: undefined };
  return numbers.whole(term, "Integer", true, largestInteger);
}

function tableOf(lists: SqlLists, listId: string): SqlList {
  const list = lists.get(listId);
  if (list === undefined) throw new TypeError("A flow with a list that the database does not have is refused");
  return list;
}
