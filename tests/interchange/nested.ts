import type { Values } from "./run-imported.ts";

/** `{ "claim.amount": 5 }` as `{ claim: { amount: 5 } }`. */
export function nested(values: Values): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const [first = "", second] = path.split(".");
    if (second === undefined) root[first] = value;
    else root[first] = { ...(root[first] as object | undefined), [second]: value };
  }
  return root;
}

/** The reverse, without null. */
export function flat(value: unknown, prefix = ""): Values {
  if (typeof value !== "object" || value === null) return {};
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]: [string, unknown]) => {
      if (inner === null) return {};
      return typeof inner === "object" ? flat(inner, `${prefix}${name}.`) : { [prefix + name]: inner };
    }),
  ) as Values;
}
