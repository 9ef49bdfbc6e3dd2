import type { Held, ListVersion } from "@airlock/engine";
import { readLiteral, type Definition, type FieldType, type FlowList } from "@airlock/flow";
import { literalOf } from "./generate-values.ts";
import { Random } from "./random.ts";

const names = ["EU countries", "Rates 'x' \"y\"", "__proto__"];

/** None for most flows, so that the rest of the language is still seen alone. */
export function generateLists(random: Random, types: readonly FieldType[]): readonly FlowList[] {
  if (random.chance(0.6)) return [];
  return names.slice(0, random.between(1, names.length)).map((name, at) => ({
    listId: `list${random.between(1, 1_000_000)}`,
    name,
    keyType: random.pick(types.includes("Date") ? ["String", "Integer", "Date"] : ["String", "Integer"]),
    columns: Array.from({ length: at === 0 ? random.between(0, 3) : random.between(1, 3) }, (_, column) => ({
      name: column === 0 ? "a 'b'" : `c${column}`,
      type: random.pick(types),
    })),
  }));
}

export interface ListRow {
  readonly key: string;
  readonly values: readonly Held[];
}

/** The rows of a list, which its id alone decides. */
export function rowsOf({ listId, keyType, columns }: FlowList): readonly ListRow[] {
  const random = new Random(Array.from(listId).reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7));
  const keys = new Set(Array.from({ length: random.between(0, 12) }, () => literalOf(keyType, random)).filter((key) => key !== ""));
  return [...keys].map((key) => ({
    key: keyType === "Integer" ? String(Number(key)) : key,
    values: columns.map(({ type }) => (random.chance(0.15) ? undefined : heldOf(type, literalOf(type, random)))),
  }));
}

function heldOf(type: FieldType, text: string): Held {
  if (type === "String") return text;
  const read = readLiteral(text, type);
  if (!read.ok) throw new Error(`'${text}' is no ${type}`);
  return Number(read.value);
}

export function listVersion(list: FlowList): ListVersion {
  const rows = rowsOf(list);
  return {
    number: 3,
    table: {
      columns: list.columns,
      find: (key) => rows.findIndex((row) => row.key === key),
      value: (row, column) => rows[row]?.values[column],
    },
  };
}

/** Those of a flow and of its sub-flows, each once. */
export function allLists({ lists = [], subFlows = [] }: Pick<Definition, "lists" | "subFlows">): readonly FlowList[] {
  const all = [...lists, ...subFlows.flatMap((one) => allLists(one.definition))];
  return [...new Map(all.map((list) => [list.listId, list])).values()];
}

/** The lists of a flow, by id. */
export function listsOf(definition: Pick<Definition, "lists" | "subFlows">): {
  readonly list: (listId: string) => ListVersion | undefined;
} {
  const versions = new Map(allLists(definition).map((list) => [list.listId, listVersion(list)]));
  return { list: (listId) => versions.get(listId) };
}
