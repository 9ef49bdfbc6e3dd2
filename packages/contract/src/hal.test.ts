import { describe, expect, test } from "vitest";
import { label, shortText, text } from "./hal.ts";

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
