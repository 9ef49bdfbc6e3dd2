import { expect, test } from "vitest";
import { executionsOf } from "./executions-of.ts";

const bar = { start: new Date("2026-11-14T12:00:00Z"), end: new Date("2026-11-14T18:00:00Z"), count: 3 };
const whole = { start: "2026-11-14T00:00:00Z", end: "2026-11-15T00:00:00Z" };

test("a bar leads to its version and its time", () => {
  expect(executionsOf("v14", whole)(bar)).toEqual({
    versions: "v14",
    from: "2026-11-14T12:00:00.000Z",
    to: "2026-11-14T18:00:00.000Z",
  });
});

test("all versions are no version of the address, and a bar ends where the chart does", () => {
  const part = { start: "2026-11-14T13:05:30Z", end: "2026-11-14T17:00:00Z" };
  expect(executionsOf("ALL", part)(bar)).toEqual({ from: "2026-11-14T13:05:30.000Z", to: "2026-11-14T17:00:00.000Z" });
});
