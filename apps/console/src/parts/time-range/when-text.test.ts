import { expect, test } from "vitest";
import { whenText } from "./when-text.ts";

const now = new Date(2026, 10, 15);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();

test("a time of one day says the day once", () => {
  expect(whenText(at(14, 8), at(14, 9), now)).toBe("14 Nov, 08:00 to 09:00");
  expect(whenText(at(13, 18), at(14, 0), now)).toBe("13 Nov, 18:00 to 14 Nov, 00:00");
});

test("a time of another year says the year", () => {
  const later = new Date(2027, 0, 2);
  expect(whenText(at(14, 8), at(14, 9), later)).toBe("14 Nov 2026, 08:00 to 09:00");
  expect(whenText(new Date(2025, 10, 14, 8).toISOString(), at(14, 8), now)).toBe("14 Nov 2025, 08:00 to 14 Nov 2026, 08:00");
  expect(whenText(at(14, 8), undefined, later)).toBe("since 14 Nov 2026, 08:00");
});

test("an open end has a text, and an invalid time is ignored", () => {
  expect(whenText(at(14, 8), undefined, now)).toBe("since 14 Nov, 08:00");
  expect(whenText("soon", at(14, 9), now)).toBe("until 14 Nov, 09:00");
  expect(whenText("soon", undefined)).toBeUndefined();
});
