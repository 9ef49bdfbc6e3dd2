import { expect, test } from "vitest";
import { isObjectName } from "./file-source.ts";

test.each(["loans.csv", "a/b/c.csv", "Söhne & Töchter 2026.csv", "..csv", "a..b/c"])("%j can be a file", (name) =>
  expect(isObjectName(name)).toBe(true),
);
test.each(["", "..", ".", "../x", "a/../../x", "a//b", "/a", "a/", "a\\b", "a\u0000b", "a\nb", "x".repeat(241), "x/".repeat(600) + "x"])(
  "%j cannot, and is asked for nowhere",
  (name) => expect(isObjectName(name)).toBe(false),
);
