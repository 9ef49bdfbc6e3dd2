/** Keyset pages: a page begins after the last row of the one before, so that every page costs the same. */
import type { Link, PageQuery } from "@airlock/contract";
import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import { z } from "zod";
import { refuse, type Refused } from "../outcome.ts";

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Where the next page begins; undefined on the last. */
  readonly after: string | undefined;
}

/** What a list can be sorted by: wire names to text expressions, the first being the default. Ids settle ties. */
export type Sorts = Readonly<Record<string, RawBuilder<string>>>;

const cursor = z.tuple([z.string().max(500), z.string().max(64)]);

export async function readPage<DB, TB extends keyof DB, Row>(
  select: SelectQueryBuilder<DB, TB, Row>,
  query: PageQuery,
  order: { readonly sorts: Sorts; readonly id: RawBuilder<string> },
): Promise<Page<Row> | Refused> {
  const descending = query.sort?.startsWith("-") === true;
  const [fallback = ""] = Object.keys(order.sorts);
  const name = query.sort?.replace("-", "") ?? fallback;
  const expression = Object.hasOwn(order.sorts, name) ? order.sorts[name] : undefined;
  if (expression === undefined) return invalid("sort", `This list is sorted by ${Object.keys(order.sorts).join(", ")}.`);

  let paged = select.select([expression.as("page_key"), order.id.as("page_id")]);
  if (query.after !== undefined) {
    const from = readCursor(query.after);
    if (from === undefined) return invalid("after", "Use the address of a next link as it is.");
    const than = descending ? sql`<` : sql`>`;
    paged = paged.where(sql<boolean>`(${expression}, ${order.id}) ${than} (${from[0]}, ${from[1]})`);
  }
  const direction = descending ? "desc" : "asc";
  const found = await paged
    .orderBy(expression, direction)
    .orderBy(order.id, direction)
    .limit(query.limit + 1)
    .execute();
  // Selected just above; the builder's generic row hides both the caller's columns and these two.
  const rows = found.slice(0, query.limit) as (Row & { readonly page_key: string; readonly page_id: string })[];
  const last = found.length > query.limit ? rows.at(-1) : undefined;
  return { rows, after: last === undefined ? undefined : writeCursor(last.page_key, last.page_id) };
}

function invalid(field: string, message: string): Refused {
  return refuse("INVALID_REQUEST", [{ field, code: "unknown", message }]);
}

function writeCursor(key: string, id: string): string {
  return Buffer.from(JSON.stringify([key, id])).toString("base64url");
}

function readCursor(text: string): readonly [string, string] | undefined {
  try {
    const read = cursor.safeParse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    // A null character would be an error in the database; no cursor of ours has one.
    return read.success && !read.data.some((part) => part.includes("\0")) ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** For `ilike`: what a person types is text, not a pattern. */
export function containing(search: string): string {
  return `%${search.replaceAll("\0", "").replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
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
