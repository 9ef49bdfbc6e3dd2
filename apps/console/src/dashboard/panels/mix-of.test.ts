import { expect, test } from "vitest";
import { mixOf } from "./mix-of.ts";

test("outcomes have their colours and come in their order, whichever is most frequent", () => {
  const mix = mixOf([
    { outcome: "Decline", count: 50 },
    { outcome: "Refer", count: 30 },
    { outcome: "Approve", count: 20 },
  ]);
  expect(mix.map(({ name, colour, share }) => [name, colour, share])).toEqual([
    ["Approve", "var(--al-chart-3)", 0.2],
    ["Refer", "var(--al-chart-1)", 0.3],
    ["Decline", "var(--al-chart-2)", 0.5],
  ]);
});

test("beyond the six most frequent, outcomes are one, which is grey and last", () => {
  const named = ["a", "b", "c", "d", "e", "f", "g", "h"].map((outcome, at) => ({ outcome, count: 10 - at }));
  const mix = mixOf([...named, { outcome: "Other", count: 1 }]);
  expect(mix.map(({ outcome, count }) => [outcome, count])).toEqual([
    ["a", 10],
    ["b", 9],
    ["c", 8],
    ["d", 7],
    ["e", 6],
    ["f", 5],
    ["Other", 8],
  ]);
  expect(mix.at(-1)?.colour).toBe("var(--al-neutral)");
  expect(new Set(mix.map(({ colour }) => colour)).size).toBe(7);
  for (const { colour } of mix) expect(colour).not.toMatch(/chart-[123]\b/);
  expect(mixOf([])).toEqual([]);
});

test("a flow that set nothing has a missing outcome", () => {
  expect(mixOf([{ outcome: "", count: 1 }])[0]?.name).toBe("missing");
});
