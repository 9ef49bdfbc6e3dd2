import { isNumberType, literalWanted, readJsonPath, readLiteral, readNumberText, type FieldType } from "@airlock/flow";

export type TriedPath =
  | {
      readonly ok: true;
      readonly found: unknown;
      /** The value that would be stored in the field; undefined is missing. */ readonly value: string | number | boolean | undefined;
    }
  | { readonly ok: false; readonly problem: string };

/** What a path finds in the mock response, and whether the field accepts it, without making a call. */
export function tryJsonPath(sample: string, query: string, type: FieldType): TriedPath {
  const path = readJsonPath(query);
  if (path === undefined) return { ok: false, problem: "This query cannot be read. Write it like $.report.score." };
  let found: unknown;
  try {
    found = JSON.parse(sample);
  } catch {
    return { ok: false, problem: "The mock response is not JSON." };
  }
  // Own properties and items only, as in a run.
  for (const step of path) {
    const isThere =
      typeof found === "object" && found !== null && Object.hasOwn(found, step) && Array.isArray(found) === (typeof step === "number");
    found = isThere ? Reflect.get(found as object, step) : undefined;
  }
  return toField(found, type);
}

function toField(found: unknown, type: FieldType): TriedPath {
  if (found === undefined || found === null || (found === "" && type !== "String")) return { ok: true, found, value: undefined };
  if (type === "String") {
    if (typeof found === "string" || typeof found === "number" || typeof found === "boolean")
      return { ok: true, found, value: String(found) };
    return { ok: false, problem: "The mock response has an object or a list there, which no field takes." };
  }
  const wanted = literalWanted[type];
  if (!isNumberType(type)) {
    const text = type === "Boolean" && typeof found === "boolean" ? String(found) : found;
    if (typeof text === "string" && readLiteral(text, type).ok)
      return { ok: true, found, value: type === "Boolean" ? text === "true" : text };
    return { ok: false, problem: `The mock response has ${JSON.stringify(found)} there, but the field takes ${wanted}.` };
  }
  if (typeof found === "number") {
    return type === "Float" || Number.isSafeInteger(found)
      ? { ok: true, found, value: found }
      : { ok: false, problem: `The mock response has ${found} there, but the field takes ${wanted}.` };
  }
  const read = typeof found === "string" ? readNumberText(found, type) : undefined;
  if (read?.ok === true) return { ok: true, found, value: read.value };
  return { ok: false, problem: `The mock response has ${JSON.stringify(found)} there, but the field takes ${wanted}.` };
}
