/** The state of a table that is kept in the URL: it survives a reload and can be shared. */
export interface TableSearch {
  /** From 1; left out on the first. */
  readonly page?: number;
  /** Rows per page; left out for 10. */
  readonly size?: number;
  /** A column's name, with `-` before it for descending order. */
  readonly sort?: string;
  /** What is searched for. */
  readonly q?: string;
  /** Where this page starts, as the server calls it. */
  readonly after?: string;
  /** The rows that are open. */
  readonly open?: string;
}

export const defaultPageSize = 10;
export const pageSizes = [10, 25, 50, 100] as const;

const text = (value: unknown, pattern: RegExp) => (typeof value === "string" && pattern.test(value) ? value : undefined);

/** Parses a URL, which anyone may have typed: invalid values are dropped. */
export function tableSearch(search: Record<string, unknown>): TableSearch {
  const page = Number(search["page"]);
  const size = Number(search["size"]);
  const sort = text(search["sort"], /^-?[A-Za-z]{1,40}$/);
  // The router reads a search for digits as a number.
  const found = typeof search["q"] === "string" || typeof search["q"] === "number" ? String(search["q"]).slice(0, 200) : undefined;
  const after = text(search["after"], /^[\s\S]{1,1000}$/);
  const open = text(search["open"], /^[0-9A-Za-z_,-]{1,2000}$/);
  return {
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
    ...(pageSizes.some((one) => one === size) && size !== defaultPageSize ? { size } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(found === undefined || found === "" ? {} : { q: found }),
    ...(after === undefined ? {} : { after }),
    ...(open === undefined ? {} : { open }),
  };
}

/** The same with filters specific to a list, each a search parameter: `?noun=role&change=deleted`. */
export function tableSearchWith<const Name extends string>(names: readonly Name[]) {
  return (search: Record<string, unknown>): TableSearch & Partial<Record<Name, string>> => ({
    ...tableSearch(search),
    ...filtersOf(search, names),
  });
}

/** The filters in force. */
export function filtersOf<Name extends string>(search: object, names: readonly Name[]): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value: unknown = Reflect.get(search, name);
    // The router reads digits as a number.
    const word = typeof value === "number" ? String(value) : text(value, /^[\s\S]{1,200}$/);
    if (word !== undefined) found[name] = word;
  }
  return found;
}

/** Sets some filters and removes those that are undefined. */
export function filteredBy(search: TableSearch, filters: Readonly<Record<string, string | undefined>>): TableSearch {
  return Object.fromEntries(Object.entries({ ...firstPage(search), ...filters }).filter(([, value]) => value !== undefined));
}

/** A change of the order, search or page size returns to the first page. */
export function firstPage({ page: _page, after: _after, ...rest }: TableSearch): TableSearch {
  return rest;
}

/** In the list's usual order. */
export function unsorted({ sort: _sort, ...rest }: TableSearch): TableSearch {
  return firstPage(rest);
}

export interface Sort {
  readonly name: string;
  readonly descending: boolean;
}

/** `usual` is the default order of the list. */
export function sortOf(search: TableSearch, usual: string): Sort {
  const sort = search.sort ?? usual;
  return { name: sort.replace(/^-/, ""), descending: sort.startsWith("-") };
}

/** A click on a header: ascending, and descending when it was ascending. The default order is not in the URL. */
export function sortedBy(search: TableSearch, name: string, usual: string): TableSearch {
  const { sort: _sort, ...rest } = firstPage(search);
  const now = sortOf(search, usual);
  const sort = now.name === name && !now.descending ? `-${name}` : name;
  return sort === usual ? rest : { ...rest, sort };
}

export function searchedFor(search: TableSearch, text: string): TableSearch {
  const { q: _q, ...rest } = firstPage(search);
  return text.trim() === "" ? rest : { ...rest, q: text.trim() };
}

export function openRows(search: TableSearch): ReadonlySet<string> {
  return new Set(search.open?.split(",").filter((key) => key !== ""));
}

export function withOpenRow(search: TableSearch, key: string, isOpen: boolean): TableSearch {
  const { open: _open, ...rest } = search;
  const keys = new Set(openRows(search));
  if (isOpen) keys.add(key);
  else keys.delete(key);
  return keys.size === 0 ? rest : { ...rest, open: [...keys].join(",") };
}
