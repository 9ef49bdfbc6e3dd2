import { expect, test } from "vitest";
import { whenText } from "./when-text.ts";

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();

test("a time of one day says the day once", () => {
  expect(whenText(at(14, 8), at(14, 9))).toBe("14 Nov, 08:00 to 09:00");
  expect(whenText(at(13, 18), at(14, 0))).toBe("13 Nov, 18:00 to 14 Nov, 00:00");
});

test("an open end has a text, and an invalid time is ignored", () => {
  expect(whenText(at(14, 8), undefined)).toBe("since 14 Nov, 08:00");
  expect(whenText("soon", at(14, 9))).toBe("until 14 Nov, 09:00");
  expect(whenText("soon", undefined)).toBeUndefined();
});
