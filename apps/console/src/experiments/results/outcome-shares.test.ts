import { expect, test } from "vitest";
import { outcomeShares } from "./outcome-shares.ts";

test("every row counts once: decided, failed, not decided or without a value", () => {
  const shares = outcomeShares({
    completed: 92,
    failed: 2,
    refused: 6,
    field: "runtime.result",
    values: [
      { value: "Refer", count: 50 },
      { value: "Approve", count: 40 },
      { value: null, count: 10 },
    ],
  });
  expect(shares.map(({ value, count, share }) => [value, count, share])).toEqual([
    ["Approve", 40, 0.4],
    ["Refer", 50, 0.5],
    ["Failed", 2, 0.02],
    ["missing", 2, 0.02],
    ["Not decided", 6, 0.06],
  ]);
  expect(shares.at(-1)?.token).toBe("--al-neutral");
});
