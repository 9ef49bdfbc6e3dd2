import { limits } from "./limits.ts";

/** Steps into a JSON value: names of properties and indexes of lists. */
export type JsonPath = readonly (string | number)[];

// Sticky and without nested repetition, so that reading is linear in the text.
const dotted = /\.([^.[\]'"\s]+)/y;
const indexed = /\[([0-9]{1,6})\]/y;
const singleQuoted = /\['([^']+)'\]/y;
const doubleQuoted = /\["([^"]+)"\]/y;

/**
 * Parses the path of an output: `$.report.score`, `report.items[0].score` or `$['net income']`; `$` is the whole response. Undefined if the
 * text is not such a path.
 */
export function readJsonPath(text: string): JsonPath | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > limits.jsonPathLength) return undefined;
  if (trimmed === "$") return [];
  const rest = trimmed.startsWith("$") ? trimmed.slice(1) : trimmed.startsWith("[") ? trimmed : `.${trimmed}`;
  const steps: (string | number)[] = [];
  let at = 0;
  while (at < rest.length) {
    if (steps.length === limits.jsonPathSteps) return undefined;
    const name = match(dotted, rest, at) ?? match(singleQuoted, rest, at) ?? match(doubleQuoted, rest, at);
    const place = name === undefined ? match(indexed, rest, at) : undefined;
    if (name !== undefined) steps.push(name.group);
    else if (place !== undefined) steps.push(Number(place.group));
    else return undefined;
    at = (name ?? place)?.to ?? rest.length;
  }
  return steps;
}

function match(pattern: RegExp, text: string, at: number): { readonly group: string; readonly to: number } | undefined {
  pattern.lastIndex = at;
  const group = pattern.exec(text)?.[1];
  return group === undefined ? undefined : { group, to: pattern.lastIndex };
}

/** The smallest JSON value in which each path leads to its value; undefined without any. */
export function jsonWith(values: Iterable<readonly [JsonPath, string | number | boolean]>): unknown {
  let body: unknown;
  for (const [path, value] of values) body = withValue(body, path, value);
  return body;
}

function withValue(here: unknown, [step, ...rest]: JsonPath, value: string | number | boolean): unknown {
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list: unknown[] = Array.isArray(here) ? [...(here as unknown[])] : [];
    while (list.length < step) list.push(null);
    list[step] = withValue(list[step], rest, value);
    return list;
  }
  // From entries, so that a step called __proto__ is a name like any other.
  const entries = typeof here === "object" && here !== null && !Array.isArray(here) ? Object.entries(here) : [];
  const inner: unknown = entries.find(([name]) => name === step)?.[1];
  return Object.fromEntries([...entries.filter(([name]) => name !== step), [step, withValue(inner, rest, value)]]);
}
