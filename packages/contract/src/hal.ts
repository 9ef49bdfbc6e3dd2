/** The shape of all responses of the api: fields in `_embedded`, calls in `_links`. */
import { limits } from "@airlock/flow";
import { looksLikeLink } from "./link-like.ts";
import { z } from "zod";

export const methods = ["GET", "POST", "PUT", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** The base path of the management API on the public origin. */
export const basePath = "/dme/manage/v1";
/** The path at which callers request decisions of a solution: followed by the solution's key. */
export const decidePath = "/dme/decide/v1";

export const link = z.object({
  href: z.string(),
  /** The methods that this user may use there right now; a link without any is left out. */
  allow: z.array(z.enum(methods)).min(1),
  /** True if `href` contains a `{name}` for the caller to fill in. */
  templated: z.literal(true).optional(),
});
export type Link = z.infer<typeof link>;

export const links = z.record(z.string(), link);
export type Links = z.infer<typeof links>;

export function resourceOf<Fields extends z.ZodType>(fields: Fields) {
  return z.object({ _embedded: fields, _links: links });
}

/** The total number, not that of this page. Counting is limited: with `exact` false there are more than `total`. */
export const counted = z.object({ total: z.int().min(0), exact: z.boolean() });
export type Counted = z.infer<typeof counted>;

export function listOf<Fields extends z.ZodType>(fields: Fields) {
  return z.object({ items: z.array(resourceOf(fields)), _embedded: counted, _links: links });
}

export interface Resource<Fields> {
  readonly _embedded: Fields;
  readonly _links: Links;
}

export interface List<Fields> {
  readonly items: readonly Resource<Fields>[];
  readonly _embedded: Counted;
  readonly _links: Links;
}

/** Opaque to callers: they may store it and use it in a URL, nothing else. */
export const webSafeString = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/);

/** Half of a surrogate pair is no character: stores refuse it, so it becomes the sign for one that is missing. */
function wellFormed(value: string): string {
  return value.toWellFormed();
}

/** Short text from a program, which is only stored and returned. */
export function shortText(max: number) {
  return (
    z
      .string()
      .max(max)
      // oxlint-disable-next-line no-control-regex -- NUL is what Postgres cannot store.
      .regex(/^[^\u0000]*$/, "must not contain a null character")
      .overwrite(wellFormed)
  );
}

/** The id of a node or link, also of one inside sub-flows. */
export const partId = shortText(limits.inlinedIdLength);

/** One line of text that a user typed: trimmed, not empty, and without control characters. */
export const label = z
  .string()
  .trim()
  .min(1)
  .max(200)
  // Written out instead of \p{Cc}, which not every reader of the OpenAPI document knows.
  // oxlint-disable-next-line no-control-regex -- these are the ones to keep out.
  .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, "must not contain control characters")
  .overwrite(wellFormed);

/** A name that is used in mails: no mail client turns it into a link. */
export const plainName = label.refine((name) => !looksLikeLink(name), "must not look like a link or an address");

/** Text that a user typed; it may be empty or have several lines. */
export const text = z
  .string()
  .trim()
  .max(2000)
  // oxlint-disable-next-line no-control-regex -- NUL is what Postgres cannot store; line breaks and tabs are welcome.
  .regex(/^[^\u0000]*$/, "must not contain a null character")
  .overwrite(wellFormed);

export const timestamp = z.iso.datetime({ offset: true });

/** A time that a client sends. Its offset must not lead out of the years that responses can have, because it would be stored and then break them. */
export const givenTime = z.iso.datetime({ offset: true, abort: true }).refine(hasYear, "must be in the years 1 to 9999 in UTC");

function hasYear(time: string): boolean {
  return /^(?!0000)\d{4}-/.test(new Date(time).toISOString());
}

/**
 * The revision that a change is based on. If it is sent with a PUT, a lost update becomes the problem EDIT_CONFLICT; without it, the last
 * write wins.
 */
export const revision = z.int().min(1);

/** The query of every list: keyset pagination, so that the hundredth page costs as much as the first. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  /** From the `next` link; opaque. */
  after: z.string().max(1000).optional(),
  /** A field name, with `-` before it for descending order. */
  sort: z
    .string()
    .regex(/^-?[A-Za-z]{1,40}$/)
    .optional(),
  search: z.string().trim().max(200).optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;
