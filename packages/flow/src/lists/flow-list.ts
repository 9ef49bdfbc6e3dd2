import type { FieldType } from "../node-parts.ts";

export type ListKeyType = "String" | "Integer" | "Date";
export const listKeyTypes: readonly ListKeyType[] = ["String", "Integer", "Date"];

/** A list of the organisation that a flow uses, with the key and columns that a list never changes. */
export interface FlowList {
  readonly listId: string;
  /** How nodes, conditions and formulas of the flow refer to it: the list's name when it was chosen. */
  readonly name: string;
  readonly keyType: ListKeyType;
  /** Empty for a set of keys. */
  readonly columns: readonly { readonly name: string; readonly type: FieldType }[];
  /** Of a frozen flow that pins it: the number of the list's version that decides. Left out, the version in effect decides. */
  readonly version?: number;
}

export interface FlowLists {
  /** Left out if empty. */
  readonly lists?: readonly FlowList[];
}

/** The flow with these versions of its lists pinned, by list id, and all other lists followed. */
export function withListVersions<Flow extends FlowLists>(flow: Flow, versions: ReadonlyMap<string, number>): Flow {
  if (flow.lists === undefined) return flow;
  const lists = flow.lists.map(({ version: _before, ...list }) => {
    const version = versions.get(list.listId);
    return version === undefined ? list : { ...list, version };
  });
  return { ...flow, lists };
}

export function findList({ lists = [] }: FlowLists, name: string): FlowList | undefined {
  return lists.find((list) => list.name === name);
}
