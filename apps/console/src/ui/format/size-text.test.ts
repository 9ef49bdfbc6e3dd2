import { expect, test } from "vitest";
import { sizeText } from "./size-text.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1 kB"],
  [48_230_000, "48.2 MB"],
  [999_600, "1 MB"],
  [123_456_789, "123 MB"],
  [2e15, "2,000 TB"],
])("%d bytes are %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
