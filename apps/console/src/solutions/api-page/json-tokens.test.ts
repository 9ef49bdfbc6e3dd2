import { expect, test } from "vitest";
import { jsonTokens } from "./json-tokens.ts";

test("keys, texts and numbers are distinguished, also in texts with quotes and colons", () => {
  const json = JSON.stringify({ 'a"b': 'says "x": 1', age: -1.5e-7, none: null }, null, 2);
  const tokens = jsonTokens(json);
  expect(tokens.map(({ text }) => text).join("")).toBe(json);
  expect(tokens.filter(({ kind }) => kind !== "plain")).toEqual([
    { kind: "key", text: String.raw`"a\"b"` },
    { kind: "text", text: String.raw`"says \"x\": 1"` },
    { kind: "key", text: '"age"' },
    { kind: "number", text: "-1.5e-7" },
    { kind: "key", text: '"none"' },
  ]);
});
