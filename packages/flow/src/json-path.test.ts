import { describe, expect, it } from "vitest";
import { jsonWith, readJsonPath } from "./json-path.ts";

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

describe("jsonWith", () => {
  it("is the smallest value in which each path leads to its value", () => {
    const body = jsonWith([
      [["report", "items", 1, "score"], 7],
      [["report", "name"], "A"],
      [["__proto__", "x"], 1],
    ]);
    expect(JSON.stringify(body)).toBe('{"report":{"items":[null,{"score":7}],"name":"A"},"__proto__":{"x":1}}');
    expect(jsonWith([[[], "whole"]])).toBe("whole");
    expect(jsonWith([])).toBeUndefined();
  });
});
