import { expect, test } from "vitest";
import { Redraw } from "./redraw.ts";

test("a change is drawn once, 0.7 s after the last", () => {
  const redraw = new Redraw();
  expect(redraw.isDue(10_000)).toBe(false);
  redraw.changed(0);
  expect(redraw.isDue(600)).toBe(false);
  redraw.changed(600);
  expect([800, 1000, 1200, 1299].map((now) => redraw.isDue(now))).toEqual([false, false, false, false]);
  expect(redraw.isDue(1300)).toBe(true);
  expect(redraw.isDue(1500)).toBe(false);
});
