import type { ActionName, ActionWith, AnswerOf, BodyOf, FileAction, List, Method, MethodOf, QueryOf } from "@airlock/contract";

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** For a call whose correlation id is shown; others get a new one. */
  readonly correlationId?: string;
  /** `authorisation` is the sign-in call, whose refusals the session handles itself; `own-profile` may be refused without ending the session. */
  readonly purpose?: "authorisation" | "own-profile" | "public";
  /** Not a request of the user: no wait indicator, and a refusal does not end the session. */
  readonly background?: boolean;
  /** The user waits for a background call: it shows the wait indicator. */
  readonly waited?: boolean;
  /** Sent with `keepalive`, so that it completes even when the page is left. */
  readonly keepalive?: boolean;
}

export interface RequestOptions extends SendOptions {
  /** Sent as JSON; a file or a piece of one as it is. */
  readonly body?: unknown;
  /** A file comes as a Blob, however long it takes. */
  readonly answer?: "file";
}

export type Request = (method: Method, href: string, options?: RequestOptions) => Promise<unknown>;

/** The keys that a schema names, without those that it accepts besides. */
type Named<Input> = { readonly [Key in keyof Input as string extends Key ? never : Key]: Sent<Input[Key]> };

/** The input of a schema as callers have it: read-only at every depth, and bytes as a Blob. Of open objects the named keys are checked. */
type Sent<Input> = unknown extends Input
  ? Input
  : Input extends Uint8Array | AsyncIterable<Uint8Array>
    ? Blob
    : string extends keyof Input
      ? object & Named<Input>
      : { readonly [Key in keyof Input]: Sent<Input[Key]> };

/** What a schema coerces is sent as text or as a number. */
export type CallQuery<Name extends ActionName> = {
  readonly [Key in keyof QueryOf<Name>]: unknown extends QueryOf<Name>[Key] ? string | number | undefined : Sent<QueryOf<Name>[Key]>;
};
export type CallBody<Name extends ActionName> = Sent<BodyOf<Name>>;

/** @public Named by the declarations of what uses it. */
export interface CallOptions<Name extends ActionName> extends SendOptions {
  readonly query?: CallQuery<Name>;
}

/** Options may be left out where the action can do without a body. */
export type CallOptionsOf<Name extends ActionName> =
  undefined extends BodyOf<Name>
    ? readonly [options?: CallOptions<Name> & { readonly body?: CallBody<Name> }]
    : readonly [options: CallOptions<Name> & { readonly body: CallBody<Name> }];

type Call<Wanted extends Method> = <Name extends ActionWith<Wanted>>(
  name: Name,
  href: string,
  ...options: CallOptionsOf<Name>
) => Promise<AnswerOf<Name>>;

/** The actions that return one page of a list. */
export type ListAction = {
  [Name in ActionWith<"GET">]: AnswerOf<Name> extends List<unknown> ? Name : never;
}[ActionWith<"GET">];

/** The fields of one row of a list. */
export type ListedBy<Name extends ListAction> = AnswerOf<Name> extends List<infer Fields> ? Fields : never;

/** The size of a page is chosen by `all` itself. */
export interface AllOptions<Name extends ListAction> extends SendOptions {
  readonly query?: Omit<CallQuery<Name>, "limit" | "after">;
}

/** The largest page that every list accepts. */
const maxPageRows = 500;

/**
 * Calls by the name of their action, at the address of a link. The name is for the compiler: it determines the query, the body and the type of the
 * response. The action table with its schemas is not loaded; the API validates every response with it.
 */
export interface Calls {
  readonly get: Call<"GET">;
  readonly post: Call<"POST">;
  readonly put: Call<"PUT">;
  readonly delete: Call<"DELETE">;
  /** For code that treats several actions alike. */
  readonly send: <Name extends ActionName>(
    name: Name,
    method: MethodOf<Name>,
    href: string,
    ...options: CallOptionsOf<Name>
  ) => Promise<AnswerOf<Name>>;
  /** As `get`, for code that treats every list alike. */
  readonly list: <Name extends ListAction>(name: Name, href: string, options?: SendOptions) => Promise<List<ListedBy<Name>>>;
  /** Every page of a list as one: follows the cursors to the end. */
  readonly all: <Name extends ListAction>(name: Name, href: string, options?: AllOptions<Name>) => Promise<List<ListedBy<Name>>>;
  readonly download: (name: FileAction, href: string) => Promise<Blob>;
}

/** The address with these parameters; those without a value are left out. */
export function withQuery(href: string, query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? href : `${href}?${search}`;
}

/** The address with a value for each `{name}` in it; undefined while the template or a value is not known. */
export function fillAddress(template: string | undefined, values: Readonly<Record<string, string | undefined>>): string | undefined {
  if (template === undefined || Object.values(values).includes(undefined)) return undefined;
  return template.replaceAll(/\{(\w+)\}/g, (gap, name: string) => (values[name] === undefined ? gap : encodeURIComponent(values[name])));
}

/** The address of one of a list's resources; undefined while the list's address or the id is not known. */
export function itemAddress(list: string | undefined, id: string | undefined): string | undefined {
  return list === undefined || id === undefined ? undefined : `${list}/${encodeURIComponent(id)}`;
}

export function callsThrough(request: Request): Calls {
  const send: Calls["send"] = async (_name, method, href, ...[options]) => {
    const { query, ...sent } = options ?? {};
    // The API has validated the response with the schema that the type is inferred from.
    return (await request(method, withQuery(href, query), sent)) as never;
  };
  const by =
    <Wanted extends Method>(method: Wanted): Call<Wanted> =>
    // `Call` allows only names of actions with this method.
    (name, href, ...options) =>
      send(name, method as never, href, ...options);
  const list: Calls["list"] = async (_name, href, options) => (await request("GET", href, options)) as never;
  return {
    send,
    get: by("GET"),
    post: by("POST"),
    put: by("PUT"),
    delete: by("DELETE"),
    list,
    async all(name, href, { query, ...options } = {}) {
      const first = await list(name, withQuery(href, { limit: maxPageRows, ...query }), options);
      const items = [...first.items];
      let next = first._links["next"]?.href;
      while (next !== undefined) {
        const page = await list(name, next, options);
        items.push(...page.items);
        next = page._links["next"]?.href;
      }
      return { ...first, items };
    },
    // The transport makes a Blob of a file.
    download: async (_name, href) => (await request("GET", href, { answer: "file" })) as Blob,
  };
}
