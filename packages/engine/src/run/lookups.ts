import type { ListUse } from "../program/parts.ts";
import type { Effects, ListVersion } from "../types.ts";
import type { FaultCode } from "../fault.ts";

/** The values of the columns that the flow reads, in the order of `ListUse.columns`; null where one is missing. */
export type FoundRow = readonly (string | number | null)[];

/** A key that an execution looked up in a list. */
export interface LookedUp {
  /** The index of the `ListUse`. */
  readonly list: number;
  readonly key: string;
  /** Undefined: the list does not have the key. */
  readonly row: FoundRow | undefined;
}

type Find = (list: number, key: string) => FoundRow | undefined;

/** [LU2] The lookups of one execution. A key is looked up once; the execution record stores all of them. */
export class Lookups {
  /** Of each list, the number of the version that the execution uses. */
  readonly versions: readonly number[];
  readonly #find: Find;
  readonly #found = new Map<string, LookedUp>();

  constructor(versions: readonly number[], find: Find, found: readonly LookedUp[] = []) {
    this.versions = versions;
    this.#find = find;
    for (const one of found) this.#found.set(nameOf(one.list, one.key), one);
  }

  /** A missing key is in no list. */
  find(list: number, key: string | undefined): FoundRow | undefined {
    if (key === undefined) return undefined;
    const name = nameOf(list, key);
    const known = this.#found.get(name);
    if (known !== undefined) return known.row;
    const row = this.#find(list, key);
    this.#found.set(name, { list, key, row });
    return row;
  }

  /** In the order in which they were first looked up. */
  get found(): readonly LookedUp[] {
    return [...this.#found.values()];
  }
}

const nameOf = (list: number, key: string): string => `${list} ${key}`;

/** Of flows without lists. */
export const noLookups = new Lookups([], () => undefined);

/** The part of an execution's state that lists change. */
interface LookupState {
  lookups: Lookups;
  fail: (code: FaultCode, detail: string) => void;
}

/** [LU1] The lists of an execution that begins. False, and a fault in the state, where the host does not have one. */
export function openLists(uses: readonly ListUse[], state: LookupState, { list }: Pick<Effects, "list">): boolean {
  const versions: ListVersion[] = [];
  for (const { listId, name } of uses) {
    const version = list?.(listId);
    if (version === undefined) {
      state.fail("LIST_UNAVAILABLE", `The list '${name}' has no version in effect.`);
      return false;
    }
    versions.push(version);
  }
  // Positions of the columns in the host's table, of each list.
  const positions = uses.map(({ columns }, at) => {
    const names = versions[at]?.table.columns.map(({ name }) => name) ?? [];
    return columns.map((column) => names.indexOf(column));
  });
  state.lookups = new Lookups(
    versions.map(({ number }) => number),
    (at, key) => {
      const table = versions[at]?.table;
      const row = table?.find(key) ?? -1;
      return row < 0 ? undefined : (positions[at] ?? []).map((column) => table?.value(row, column) ?? null);
    },
  );
  return true;
}

/** [LU2] Those of a record. A key that is not in the record is in no list: the replay then has another result. */
export function recordedLookups(versions: readonly number[], found: readonly LookedUp[]): Lookups {
  return new Lookups(versions, () => undefined, found);
}
