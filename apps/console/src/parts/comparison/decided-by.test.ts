import { expect, test } from "vitest";
import { decidedByText } from "./decided-by.ts";

const item = {
  left: { source: "Runtime" as const, field: "total", value: 472 },
  operator: ">=",
  right: { source: "Literal" as const, value: 480 },
  holds: false,
};

test("value and condition that decided, in one line", () => {
  expect(decidedByText({ decidedBy: item })).toBe("total 472, needs >= 480");
  expect(decidedByText({ decidedBy: { ...item, right: { source: "Literal", value: 460 }, holds: true } })).toBe("total 472, meets >= 460");
  expect(decidedByText({ decidedBy: { ...item, right: { source: "Runtime", field: "limit", value: 500 } } })).toBe(
    "total 472, needs >= limit (500)",
  );
  expect(decidedByText({ decidedBy: { ...item, left: { source: "Runtime", field: "total" } } })).toBe("total missing, needs >= 480");
  expect(decidedByText({})).toBeUndefined();
});

test("rows of a table that counted in either flow", () => {
  const textFor = (left: number[], right: number[]) => decidedByText({ tableRows: { left, right } });
  expect(textFor([2], [4])).toBe("row 5, was row 3");
  expect(textFor([2], [])).toBe("no row, was row 3");
  expect(textFor([0, 1], [1])).toBe("row 2, was rows 1, 2");
  expect(textFor([2], [2])).toBe("row 3 in both");
});
