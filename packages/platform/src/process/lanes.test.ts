import { expect, test } from "vitest";
import { createLanes } from "./lanes.ts";

test("heavy calls of one owner use its share and no more", () => {
  const lanes = createLanes({ each: 12, all: 16 });
  const first = lanes.enter("noisy", 6);
  expect(lanes.enter("noisy", 6)).toBeDefined();
  expect(lanes.enter("noisy")).toBeUndefined();
  expect(lanes.enter("quiet", 4)).toBeDefined();
  expect(lanes.enter("third")).toBeUndefined();
  first?.leave();
  first?.leave();
  expect(lanes.inside()).toBe(10);
  expect(lanes.enter("noisy")).toBeDefined();
});

test("a call can grow while there is capacity", () => {
  const lanes = createLanes({ each: 12, all: 16 });
  const batch = lanes.enter("noisy");
  expect(batch?.growTo(8)).toBe(true);
  expect(lanes.inside()).toBe(8);
  expect(lanes.enter("noisy", 4)).toBeDefined();
  expect(batch?.growTo(9)).toBe(false);
  expect(batch?.growTo(3)).toBe(true);
  batch?.leave();
  expect(lanes.inside()).toBe(4);
});

test("a call heavier than the whole share is admitted alone", () => {
  const lanes = createLanes({ each: 12, all: 16 });
  const whole = lanes.enter("noisy", 64);
  expect(lanes.inside()).toBe(12);
  expect(lanes.enter("noisy")).toBeUndefined();
  whole?.leave();
  lanes.enter("noisy");
  expect(lanes.enter("noisy", 64)).toBeUndefined();
});
