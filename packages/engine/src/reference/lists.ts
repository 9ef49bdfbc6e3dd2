import { dateText, type Definition, type FlowList } from "@airlock/flow";
import type { ListVersion, Value } from "../types.ts";
import type { ReferenceEffects } from "./effects.ts";

/** [LU1] By the name that the flow has for each. */
export type ReferenceLists = ReadonlyMap<string, ListVersion>;

/** [LU1] [SF7] The effects of one execution: all its flows get the version of a list that the first of them got. */
export function withOneVersionEach(effects: ReferenceEffects | undefined): ReferenceEffects | undefined {
  const list = effects?.list;
  if (effects === undefined || list === undefined) return effects;
  const opened = new Map<string, ListVersion | undefined>();
  return {
    ...effects,
    list: (listId) => {
      if (!opened.has(listId)) opened.set(listId, list(listId));
      return opened.get(listId);
    },
  };
}

/** [LU1] Undefined where one of them is not there. */
export function openLists({ lists = [] }: Definition, effects: ReferenceEffects | undefined): ReferenceLists | undefined {
  const opened = new Map<string, ListVersion>();
  for (const { listId, name } of lists) {
    const version = effects?.list?.(listId);
    if (version === undefined) return undefined;
    opened.set(name, version);
  }
  return opened;
}

interface MemoryOfLists {
  readonly list: (name: string) => { readonly list: ListVersion; readonly columns: FlowList["columns"] };
}

/** [LU3] [LU5] The row of a key, its values by column as the interpreter has them; undefined where the list has no such key. */
export function lookUp(memory: MemoryOfLists, name: string, key: Value): ReadonlyMap<string, Value> | undefined {
  const { list, columns } = memory.list(name);
  if (key === undefined) return undefined;
  const row = list.table.find(String(key));
  if (row < 0) return undefined;
  return new Map(
    columns.map(({ name: column, type }): [string, Value] => {
      const held = list.table.value(
        row,
        list.table.columns.findIndex((one) => one.name === column),
      );
      if (held === undefined) return [column, undefined];
      if (type === "Boolean") return [column, held === 1];
      return [column, type === "Date" ? dateText(Number(held)) : held];
    }),
  );
}
