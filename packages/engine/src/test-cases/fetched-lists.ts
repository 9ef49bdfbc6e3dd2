import { withListsOfSubFlows, type Definition, type FlowList, type TestCase } from "@airlock/flow";
import { held } from "../shown.ts";
import type { Effects, Held, ListVersion } from "../types.ts";
import { runCases, type CasesRun, type RunCasesOptions } from "./run-cases.ts";

export interface FetchedRows {
  readonly version: number;
  /** Of the keys that the list has; values as the API has them, in the order of the list's columns. */
  readonly rows: readonly { readonly key: string; readonly values: readonly (string | number | boolean | null)[] }[];
}

/** Undefined where the list cannot be read: executions that need it fail. */
export type FetchRows = (list: FlowList, keys: readonly string[]) => Promise<FetchedRows | undefined>;

/** Runs cases with lists that are on a server: runs them to find the keys they look up, fetches these, and runs them again. */
export async function runCasesFetching(
  definition: Definition,
  cases: readonly TestCase[],
  fetch: FetchRows,
  options: Omit<RunCasesOptions, "list"> = {},
): Promise<CasesRun> {
  const lists = new FetchedLists(withListsOfSubFlows(definition).lists ?? [], fetch);
  for (;;) {
    const run = await runCases(definition, cases, { ...options, list: lists.find });
    // A found value may itself be looked up next. Each round adds a key, and a flow has no loops.
    if (!run.ok || !(await lists.load())) return run;
  }
}

class FetchedLists {
  readonly #lists: ReadonlyMap<string, FetchedList>;
  readonly #fetch: FetchRows;

  constructor(lists: readonly FlowList[], fetch: FetchRows) {
    this.#lists = new Map(lists.map((list) => [list.listId, new FetchedList(list)]));
    this.#fetch = fetch;
  }

  readonly find: NonNullable<Effects["list"]> = (listId) => this.#lists.get(listId)?.current;

  /** Fetches the keys that were looked up and are not known. False if there are none. */
  async load(): Promise<boolean> {
    const wanting = [...this.#lists.values()].filter(({ wanted }) => wanted.size > 0);
    for (const list of wanting) list.add(await this.#fetch(list.described, [...list.wanted]));
    return wanting.length > 0;
  }
}

class FetchedList {
  readonly described: FlowList;
  /** Keys that were looked up and are not known yet. */
  readonly wanted = new Set<string>();
  readonly #rows = new Map<string, readonly Held[] | undefined>();
  readonly #found: (readonly Held[])[] = [];
  current: ListVersion | undefined;

  constructor(described: FlowList) {
    this.described = described;
    this.current = this.#version(0);
  }

  add(fetched: FetchedRows | undefined): void {
    const keys = [...this.wanted];
    this.wanted.clear();
    if (fetched === undefined) {
      this.current = undefined;
      return;
    }
    for (const key of keys) this.#rows.set(key, undefined);
    for (const { key, values } of fetched.rows) {
      this.#rows.set(
        key,
        this.described.columns.map(({ type }, at) => held(type, values[at] ?? null)),
      );
    }
    this.current = this.#version(fetched.version);
  }

  #version(number: number): ListVersion {
    const find = (key: string): number => {
      if (!this.#rows.has(key)) this.wanted.add(key);
      const row = this.#rows.get(key);
      return row === undefined ? -1 : this.#found.push(row) - 1;
    };
    return { number, table: { columns: this.described.columns, find, value: (row, column) => this.#found[row]?.[column] } };
  }
}
