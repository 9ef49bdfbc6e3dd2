import { describe, expect, it } from "vitest";
import { dateText, firstDay, lastDay, readDateText } from "./date-text.ts";

/** JavaScript's calendar, which this package does not use. */
const byHost = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

describe("dates as text", () => {
  it.each(["1970-01-01", "1969-12-31", "2000-02-29", "2024-02-29", "1900-02-28", "2026-12-31", "0001-01-01", "0400-02-29", "9999-12-31"])(
    "reads %s as the host does and writes it again",
    (text) => {
      expect(readDateText(text)).toBe(byHost(text));
      expect(dateText(byHost(text))).toBe(text);
    },
  );

  it("agrees with the host on every day of 800 years and on the days around each year's end", () => {
    const days = [
      ...Array.from({ length: 292_194 }, (_, index) => byHost("1700-01-01") + index),
      ...Array.from({ length: 9_998 }, (_, index) => byHost(`${String(index + 1).padStart(4, "0")}-12-31`)).flatMap((day) => [
        day - 1,
        day,
        day + 1,
      ]),
    ];
    const byText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
    expect(days.filter((day) => dateText(day) !== byText(day) || readDateText(byText(day)) !== day)).toEqual([]);
    expect([firstDay, lastDay]).toEqual([byHost("0001-01-01"), byHost("9999-12-31")]);
  });

  it.each([
    "",
    "2026-02-29",
    "2026-02-30",
    "1900-02-29",
    "2026-04-31",
    "2026-00-10",
    "2026-13-01",
    "2026-01-00",
    "2026-01-32",
    "0000-01-01",
    "10000-01-01",
    "2026-1-1",
    "26-01-01",
    " 2026-01-01",
    "2026-01-01 ",
    "2026-01-01\n",
    "2026-01-01T00:00:00Z",
    "20260101",
    "2026/01/01",
    "-2026-01-01",
    "٢٠٢٦-٠١-٠١",
  ])("refuses '%s'", (text) => {
    expect(readDateText(text)).toBeUndefined();
  });
});
