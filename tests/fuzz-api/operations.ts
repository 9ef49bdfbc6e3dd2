import { z } from "zod";

/** A call in the OpenAPI document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` for each id. */
  readonly path: string;
  readonly statuses: ReadonlySet<number>;
}

export interface Matched {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
}

const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string(), responses: z.record(z.string(), z.unknown()) }))),
});

export function readOperations(text: string): readonly Operation[] {
  return Object.entries(document.parse(JSON.parse(text)).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      statuses: new Set(Object.keys(responses).map(Number)),
    })),
  );
}

/** Finds the operation of a request like the router: a literal path takes precedence over one with an id. */
export function createMatcher(operations: readonly Operation[]): (method: string, pathname: string) => Matched | undefined {
  const patterns = operations
    .map((operation) => ({ operation, names: [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "") }))
    .sort((a, b) => a.names.length - b.names.length)
    .map(({ operation, names }) => ({ operation, names, pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`) }));
  return (method, pathname) => {
    for (const { operation, names, pattern } of patterns) {
      const found = operation.method === method ? pattern.exec(pathname) : null;
      if (found !== null) return { operation, parameters: Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ""])) };
    }
    return undefined;
  };
}
