/** Keyset pagination: a page starts after the last row of the previous one, so that every page costs the same. */
import type { Counted, Link, List, PageQuery, Resource } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import { z } from "zod";
import type { Actor } from "../identity/actor.ts";
import { refuse, type Refused, isRefused } from "../outcome.ts";

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly counted: Counted;
  /** The cursor of the next page; undefined on the last. */
  readonly after: string | undefined;
}

/** Sort orders of a list: wire names to text expressions, the first being the default. Ids break ties. */
export type Sorts = Readonly<Record<string, RawBuilder<string>>>;

/** Counting a long list completely would cost more than a page of it. */
export const countLimit = 1_000;

/** For lists that are short by nature: those of one solution, of one group. Long ones use `findPage`. */
export async function readPage<DB, TB extends keyof DB, Row>(
  select: SelectQueryBuilder<DB, TB, Row>,
  query: PageQuery,
  order: { readonly sorts: Sorts; readonly id: RawBuilder<string> },
): Promise<Page<Row> | Refused> {
  const read = readOrder(query, Object.keys(order.sorts));
  if (isRefused(read)) return read;
  const { name, from, direction, than } = read;
  const key = order.sorts[name] ?? order.id;
  const found = await select
    .select([key.as("page_key"), order.id.as("page_id")])
    .$if(from !== undefined, (rest) => rest.where(sql<boolean>`(${key}, ${order.id}) ${than} (${from?.[0]}, ${from?.[1]})`))
    .orderBy(key, direction)
    .orderBy(order.id, direction)
    .limit(query.limit + 1)
    .execute();
  const all = await select
    .clearSelect()
    .select(sql<number>`1`.as("one"))
    .limit(countLimit + 1)
    .execute();
  // Selected above; the builder's generic row hides both the caller's columns and these two.
  const rows = found.slice(0, query.limit) as (Row & { readonly page_key: string; readonly page_id: string })[];
  const last = found.length > query.limit ? rows.at(-1) : undefined;
  return { rows, counted: countedAs(all.length), after: last === undefined ? undefined : writeCursor(last.page_key, last.page_id) };
}

/** How a long list is found: by views of `database/postgres/` that have an index for every order. */
export interface ListView {
  /** The table: views `own_<table>` and, if it has them, `managed_<table>` and `all_<table>` for searches in both. */
  readonly table: string;
  readonly scopes: readonly ("own" | "managed")[];
  /** Wire names to the views' columns, the first being the default. */
  readonly sorts: Readonly<Record<string, string>>;
  /** For columns that are not text: the type of the cursor. */
  readonly types?: Readonly<Record<string, KeyType>>;
  /**
   * The order used for counting: the one with the smallest index, and none that an index of the whole table has too, or the planner would scan that
   * index through the rows of all organisations. Defaults to the default order.
   */
  readonly countedBy?: string;
}

/** Up to this number of search matches, all are sorted; with more, the list is scanned in its order until a page is found. */
const orderLimit = 5_000;

/** Finds the ids of a page without row-level security, in views that filter by owner, and then loads their rows with it. */
export async function findPage<Row extends { readonly id: string }>(
  tx: Tx,
  { organisationId }: Pick<Actor, "organisationId">,
  query: PageQuery,
  { table, scopes, sorts, types = {}, countedBy }: ListView,
  rowsOf: (ids: readonly string[]) => Promise<readonly Row[]>,
  conditions: readonly RawBuilder<boolean>[] = [],
): Promise<Page<Row> | Refused> {
  const read = readOrder(query, Object.keys(sorts));
  if (isRefused(read)) return read;
  const { name, from, direction, than } = read;
  const column = sorts[name] ?? "id";
  if (from !== undefined && !isOfType(from[0], types[column])) return invalidCursor();
  const key = sql.ref(column);
  const search = query.search ?? "";
  // The views filter by the same owner; repeating it as a value lets the planner estimate how many rows to expect.
  const where = (owned: RawBuilder<unknown>) =>
    sql.join([owned, ...conditions, ...(search === "" ? [] : [sql`search like ${containing(search.toLowerCase())}`])], sql` and `);
  const matching = where(sql`owner = ${organisationId}`);
  const type = sql.raw(types[column] ?? "text");
  const beyond = from === undefined ? sql`true` : sql`(key, id) ${than} (${from[0]}::${type}, ${from[1]})`;
  const by = sql.raw(direction);
  // Limits are literals: a generic plan for any limit would be optimised for a long one.
  const inOrder = (alias: string) => sql`order by ${sql.ref(`${alias}.key`)} ${by}, id ${by} limit ${sql.lit(query.limit + 1)}`;
  const eachScope = (select: (scope: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(
      scopes.map((scope) => sql`(${select(sql.id("airlock", `${scope}_${table}`))})`),
      sql` union all `,
    );

  const walked = eachScope(
    (scope) =>
      sql`select key, id from (select ${key} as key, id from ${scope} where ${matching}) scope where ${beyond} ${inOrder("scope")}`,
  );
  const walk = sql`select key::text, id from (${walked}) walked ${inOrder("walked")}`;
  // An empty page still has a total. Joined to one row, the page keeps its order.
  const page = (counted: RawBuilder<unknown>, rows: RawBuilder<unknown>) => sql`
    select total, key, id from (select count(*)::int as total from ${counted}) counted left join (${rows}) page on true
  `;
  // Without a search, an index also provides the order of counting, and the query forces the planner to use it.
  const byColumn = sql.ref(countedBy ?? Object.values(sorts)[0] ?? "id");
  const limited = sql`limit ${sql.lit(countLimit + 1)}`;
  const listed = eachScope((scope) => sql`select from ${scope} where ${matching} order by ${byColumn}, id ${limited}`);
  const [both, owned] =
    scopes.length === 1
      ? [`own_${table}`, sql`owner = ${organisationId}`]
      : [`all_${table}`, sql`(owner = ${organisationId} or manager = ${organisationId})`];
  const matches = sql`select ${key} as key, id from ${sql.id("airlock", both)} where ${where(owned)} limit ${sql.lit(orderLimit + 1)}`;
  const asking =
    search === ""
      ? page(sql`(select from (${listed}) scopes ${limited}) listed`, walk)
      : sql`with matches as materialized (${matches}) ${page(sql`matches`, sql`select key::text, id from matches where ${beyond} ${inOrder("matches")}`)}`;
  const answered = (await asking.$castTo<Answered>().execute(tx)).rows;
  const total = answered[0]?.total ?? 0;
  const found = search !== "" && total > orderLimit ? (await sql<Found>`${walk}`.execute(tx)).rows : answered.filter(isFound);

  const ids = found.slice(0, query.limit).map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await rowsOf(ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const last = found.length > query.limit ? found[query.limit - 1] : undefined;
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    counted: countedAs(total),
    after: last === undefined ? undefined : writeCursor(last.key, last.id),
  };
}

interface Found {
  readonly key: string;
  readonly id: string;
}

interface Answered {
  readonly total: number;
  readonly key: string | null;
  readonly id: string | null;
}

function isFound(row: Answered): row is Answered & Found {
  return row.id !== null;
}

interface ReadOrder {
  readonly name: string;
  readonly from: readonly [string, string] | undefined;
  readonly direction: "asc" | "desc";
  readonly than: RawBuilder<unknown>;
}

function readOrder(query: PageQuery, names: readonly string[]): ReadOrder | Refused {
  const descending = query.sort?.startsWith("-") === true;
  const name = query.sort?.replace("-", "") ?? names[0] ?? "";
  if (!names.includes(name)) return invalid("sort", `This list is sorted by ${names.join(", ")}.`);
  const from = query.after === undefined ? undefined : readCursor(query.after);
  if (query.after !== undefined && from === undefined) return invalidCursor();
  return { name, from, direction: descending ? "desc" : "asc", than: descending ? sql`<` : sql`>` };
}

export function countedAs(found: number): Counted {
  return { total: Math.min(found, countLimit), exact: found <= countLimit };
}

function invalid(field: string, message: string): Refused {
  return refuse("INVALID_REQUEST", [{ field, code: "unknown", message }]);
}

function invalidCursor(): Refused {
  return invalid("after", "Use the address of a next link as it is.");
}

/** The format that a cursor of a column that is not text must have before the database casts it. */
type KeyType = "timestamptz" | "bigint";

function isOfType(key: string, type: KeyType | undefined): boolean {
  if (type === undefined) return true;
  if (type === "bigint") return /^-?\d{1,18}$/.test(key);
  return key === "-infinity" || isTimestamp(key);
}

/** As Postgres writes it: `2026-11-16 12:00:00.123456+00`. */
function isTimestamp(text: string): boolean {
  const read = /^(\d{4}-\d\d-\d\d) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?$/.exec(text);
  if (read === null) return false;
  const [, day = "", time = ""] = read;
  const date = new Date(`${day}T${time}Z`);
  // A day that its month does not have becomes one of the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

const cursor = z.tuple([z.string().max(500), z.string().max(64)]);

function writeCursor(key: string, id: string): string {
  return Buffer.from(JSON.stringify([key, id])).toString("base64url");
}

function readCursor(text: string): readonly [string, string] | undefined {
  try {
    const read = cursor.safeParse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    // A null character would be an error in the database, and none of our cursors has one.
    return read.success && !read.data.some((part) => part.includes("\0")) ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** For `like` and `ilike`: escapes what a user types, so that it is text rather than a pattern. */
export function containing(search: string): string {
  return `%${search.replaceAll("\0", "").replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** A list response with one page. */
export function pageList<Fields>(items: readonly Resource<Fields>[], page: Page<unknown>, links: Record<string, Link>): List<Fields> {
  return { items, _embedded: page.counted, _links: links };
}

/** A list response that is always complete. */
export function wholeList<Fields>(items: readonly Resource<Fields>[], self: Link | undefined): List<Fields> {
  return { items, _embedded: { total: items.length, exact: true }, _links: self === undefined ? {} : { self } };
}

/** The list's own filters that were set, which the next page keeps. */
export function filtersOf<Query extends PageQuery>(query: Query, ...names: readonly (keyof Query & string)[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (query[name] === undefined ? [] : [[name, String(query[name])]])));
}

/** The `_links` of a list: itself, and the next page if there is one. */
export function listLinks(
  self: Link | undefined,
  query: PageQuery,
  page: Page<unknown>,
  filters: Readonly<Record<string, string>> = {},
): Record<string, Link> {
  if (self === undefined) return {};
  if (page.after === undefined) return { self };
  const parameters = new URLSearchParams({ ...filters, limit: String(query.limit), after: page.after });
  if (query.sort !== undefined) parameters.set("sort", query.sort);
  if (query.search !== undefined) parameters.set("search", query.search);
  return { self, next: { href: `${self.href}?${parameters.toString()}`, allow: ["GET"] } };
}
