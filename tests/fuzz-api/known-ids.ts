import type { Operation } from "./operations.ts";

/** Existing ids, collected from responses, because made-up ids only result in a 404. */
export interface KnownIds {
  readonly learn: (body: unknown) => void;
  readonly add: (parameter: string, id: string) => void;
  /** Nothing was found at this path. With several ids, it is not known which of them does not exist. */
  readonly forget: (path: string) => void;
  /** An id for a parameter or property of this name; `at`, in [0, 1), chooses among them. */
  readonly pick: (name: string, at: number) => string | undefined;
}

const maxIds = 30;
const maxItems = 5;

/** Learns ids from links, which have the path of an operation with an id for each of its parameters, and from fields such as `organisationWss`. */
export function createKnownIds(operations: readonly Operation[]): KnownIds {
  const known = new Map<string, string[]>();
  // A literal path takes precedence over one with an id, as in the router.
  const patterns = [...new Set(operations.map(({ path }) => path))]
    .sort((a, b) => a.split("{").length - b.split("{").length)
    .map((path) => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[\\w-]+)")}$`));
  const byLength = (a: string, b: string): number => b.length - a.length;
  const parameters = [...new Set(operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "")))].sort(
    byLength,
  );

  const add = (parameter: string, id: string): void => {
    const ids = known.get(parameter) ?? [];
    if (ids.includes(id)) return;
    ids.push(id);
    if (ids.length > maxIds) ids.shift();
    known.set(parameter, ids);
  };
  const idsIn = (path: string): Readonly<Record<string, string>> => {
    const [pathname = ""] = path.split("?", 1);
    const pattern = patterns.find((candidate) => candidate.test(pathname));
    return pattern?.exec(pathname)?.groups ?? {};
  };
  const learnHref = (href: string): void => {
    for (const [parameter, id] of Object.entries(idsIn(href))) add(parameter, id);
  };
  /** `solutionWss`, `solution` and `solutionId` are the parameter solutionId; `notifyUsers` has ids of userId. */
  const parameterOf = (name: string): string | undefined => {
    const noun = name.replace(/(?:Wss|Id|s)$/, "").toLowerCase();
    return parameters.find((parameter) => noun.endsWith(parameter.replace(/Id$/, "").toLowerCase()));
  };
  const learn = (body: unknown): void => {
    if (typeof body !== "object" || body === null) return;
    const { items, _embedded: fields, _links: links } = body as Readonly<Record<string, unknown>>;
    if (Array.isArray(items)) for (const item of items.slice(0, maxItems)) learn(item);
    for (const [name, value] of entries(fields)) {
      const parameter = name.endsWith("Wss") ? parameterOf(name) : undefined;
      if (parameter !== undefined && typeof value === "string") add(parameter, value);
    }
    for (const [, link] of entries(links))
      if (typeof link === "object" && link !== null && "href" in link && typeof link.href === "string") learnHref(link.href);
  };
  return {
    learn,
    add,
    forget: (path) => {
      const [found, ...more] = Object.entries(idsIn(path));
      if (found === undefined || more.length > 0) return;
      const [parameter, id] = found;
      known.set(
        parameter,
        (known.get(parameter) ?? []).filter((other) => other !== id),
      );
    },
    pick: (name, at) => {
      const ids = known.get(parameterOf(name) ?? "") ?? [];
      return ids[Math.floor(at * ids.length)];
    },
  };
}

const entries = (value: unknown): [string, unknown][] => (typeof value === "object" && value !== null ? Object.entries(value) : []);
