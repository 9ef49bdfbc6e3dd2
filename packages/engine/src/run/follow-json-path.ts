import type { JsonPath } from "@airlock/flow";

/** [EF7] Own properties and items only: a path cannot reach anything that is not in the response. */
export function followJsonPath(value: unknown, path: JsonPath): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    if (Array.isArray(here) !== (typeof key === "number")) return undefined;
    here = Reflect.get(here, key);
  }
  return here;
}
