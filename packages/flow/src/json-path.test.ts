import { describe, expect, it } from "vitest";
import { readJsonPath } from "./json-path.ts";

describe("readJsonPath", () => {
  it.each([
    ["$", []],
    ["$.report.score", ["report", "score"]],
    ["report.items[0].score", ["report", "items", 0, "score"]],
    ["$['net income'][\"a.b\"]", ["net income", "a.b"]],
    ["[2]", [2]],
    [" $.score ", ["score"]],
    ["$.__proto__.constructor", ["__proto__", "constructor"]],
    ["größe", ["größe"]],
  ])("reads %s", (text, path) => {
    expect(readJsonPath(text)).toEqual(path);
  });

  it.each(["", "$.", "$..score", "$.a[", "$.a[x]", "$.a[-1]", "a b", "$a", "$['']", "x".repeat(501), ".a".repeat(40)])(
    "refuses %j",
    (text) => {
      expect(readJsonPath(text)).toBeUndefined();
    },
  );
});
