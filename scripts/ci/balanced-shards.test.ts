import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { longFirst, namedFiles, shardsOf } from "./balanced-shards.ts";

it("assigns every file to one shard, with balanced durations", () => {
  const seconds = { a: 60, b: 30, c: 20, d: 10 };
  expect(shardsOf(["d", "c", "b", "a"], 2, seconds)).toEqual([["a"], ["b", "c", "d"]]);
});

it("splits the same files in the same way, in any order", () => {
  const files = Array.from({ length: 9 }, (_, index) => `file${index}`);
  const shards = shardsOf(files, 2);
  expect(shards.map(({ length }) => length)).toEqual([5, 4]);
  expect(shardsOf(files.toReversed(), 2)).toEqual(shards);
  expect(shards.flat().toSorted()).toEqual(files);
});

it("begins with long files, and leaves the order of the others", () => {
  expect(longFirst(["b", "second", "a", "first", "c"], (file) => file, ["first", "second"])).toEqual(["first", "second", "b", "a", "c"]);
});

it("lists only existing files", () => {
  expect(namedFiles.filter((file) => !existsSync(file))).toEqual([]);
});
