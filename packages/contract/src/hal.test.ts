import { describe, expect, test } from "vitest";
import { actionNamed, actionNames } from "./actions.ts";
import { givenTime, label, shortText, text, timestamp } from "./hal.ts";

describe("text that stores can keep", () => {
  test("half of a surrogate pair becomes the sign for a missing character", () => {
    const half = "a\ud800b";
    for (const schema of [label, text, shortText(10)]) expect(schema.parse(half)).toBe("a\ufffdb");
  });

  test("a null character is refused", () => {
    for (const schema of [label, text, shortText(10)]) expect(schema.safeParse("a\u0000b").success).toBe(false);
  });

  test("other control characters are no part of a name, line breaks are welcome in text", () => {
    expect(label.safeParse("a\u0085b").success).toBe(false);
    expect(label.parse(" Ångström & Söhne ")).toBe("Ångström & Söhne");
    expect(text.parse("a\nb")).toBe("a\nb");
  });
});

describe("a time that a client sends", () => {
  test.each(["9999-12-31T23:59:59-14:00", "9999-12-31T23:59:59.999-00:01", "0001-01-01T00:00:00+00:01", "0000-06-01T00:00:00Z"])(
    "is not %s, which is in no year of four digits in UTC",
    (time) => {
      expect(timestamp.safeParse(time).success).toBe(true);
      expect(givenTime.safeParse(time).success).toBe(false);
    },
  );

  test.each(["0001-01-01T00:00:00Z", "1969-12-31T23:59:59+02:00", "2026-11-19T17:30:00.123Z", "9999-12-31T23:59:59+14:00"])(
    "may be %s, and can then be returned",
    (time) => {
      expect(timestamp.safeParse(new Date(givenTime.parse(time)).toISOString()).success).toBe(true);
    },
  );
});

test("no request has a time that a response could not have", () => {
  const found = actionNames.filter((name) => {
    const { body, query } = actionNamed(name);
    return [body, query].some((schema) => schema !== undefined && contains(schema, timestamp));
  });
  expect(found).toEqual([]);
});

/** Whether the schema is this one, or has it inside. */
function contains(schema: unknown, wanted: object, seen = new Set<unknown>()): boolean {
  if (schema === wanted) return true;
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  const def: unknown = "_zod" in schema ? (schema as { readonly _zod: { readonly def: unknown } })._zod.def : schema;
  return def !== null && typeof def === "object" && Object.values(def).some((part) => contains(part, wanted, seen));
}
