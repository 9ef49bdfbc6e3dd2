import { expect, test } from "vitest";
import { unstorableText } from "./unstorable-text.ts";

test("finds a null character and an unpaired surrogate wherever they are", () => {
  expect(unstorableText("a\u0000")).toEqual([]);
  expect(unstorableText({ a: [1, { b: "\ud800" }] })).toEqual(["a", "1", "b"]);
  expect(unstorableText({ a: { "b\u0000": 1 } })).toEqual(["a"]);
});

test("every other text can be stored, and bytes are ignored", () => {
  expect(unstorableText({ a: ["", "\u0001\n", "日本 🎈", null, 1, true], b: undefined })).toBeUndefined();
  expect(unstorableText(Buffer.from([0]))).toBeUndefined();
});

test("handles a value that is nested deeper than the stack", () => {
  const levels = 200_000;
  expect(unstorableText(JSON.parse("[".repeat(levels) + "]".repeat(levels)))).toBeUndefined();
});
