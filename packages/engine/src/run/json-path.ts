import type { JsonPath } from "../program/program.ts";

const step = /\.?([^.[\]'"]+)|\[(\d{1,9})\]|\[(?:'([^']*)'|"([^"]*)")\]/y;

/** [EF6] `$.a.b[0]['c d']`; the `$` may be left out. Undefined when the text is not such a path. */
export function parseJsonPath(text: string): JsonPath | undefined {
  const path: (string | number)[] = [];
  step.lastIndex = text.startsWith("$") ? 1 : 0;
  let at = step.lastIndex;
  while (at < text.length) {
    const match = step.exec(text);
    if (match === null) return undefined;
    const [, name, index, single, double] = match;
    path.push(index === undefined ? (name ?? single ?? double ?? "") : Number(index));
    at = step.lastIndex;
  }
  return path;
}

/** Own properties and items only: a path cannot reach what the answer did not say. */
export function followJsonPath(value: unknown, path: JsonPath): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    if (Array.isArray(here) !== (typeof key === "number")) return undefined;
    here = Reflect.get(here, key);
  }
  return here;
}
