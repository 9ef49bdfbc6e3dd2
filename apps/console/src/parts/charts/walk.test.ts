import { describe, expect, test } from "vitest";
import { sliderSteps, walkPlane, walkRow } from "./walk.ts";

describe("in a row", () => {
  test("arrow keys lead to the neighbours and stop at both ends", () => {
    expect([walkRow("ArrowLeft", 3, 9), walkRow("ArrowRight", 3, 9)]).toEqual([2, 4]);
    expect([walkRow("ArrowLeft", 0, 9), walkRow("ArrowRight", 9, 9)]).toEqual([0, 9]);
  });

  test("Home and End lead to the ends, page keys by a page where there is one", () => {
    expect([walkRow("Home", 3, 9), walkRow("End", 3, 9)]).toEqual([0, 9]);
    expect([walkRow("PageUp", 3, 9, 5), walkRow("PageDown", 3, 9, 5)]).toEqual([8, 0]);
    expect([walkRow("PageUp", 3, 9), walkRow("Enter", 3, 9)]).toEqual([undefined, undefined]);
  });
});

test("on a plane, arrow keys lead to the nearest that way", () => {
  const at = (x: number, y: number) => ({ x, y });
  const all = [at(0, 0), at(10, 1), at(11, 30), at(0, 20)];
  expect(walkPlane("ArrowRight", undefined, all)).toBe(all[0]);
  expect(walkPlane("ArrowRight", all[0], all)).toBe(all[1]);
  expect(walkPlane("ArrowDown", all[0], all)).toBe(all[3]);
  expect(walkPlane("ArrowUp", all[0], all)).toBeUndefined();
  expect(walkPlane("Enter", all[0], all)).toBeUndefined();
});

test("a slider moves up with the arrows right and up, and by pages", () => {
  expect(["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"].map((key) => sliderSteps(key, 8))).toEqual([-1, -1, 1, 1]);
  expect(["PageDown", "PageUp", "Home"].map((key) => sliderSteps(key, 8))).toEqual([-8, 8, undefined]);
});
