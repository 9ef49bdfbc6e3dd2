import { setLocale } from "@airlock/flow/locale";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { dayHead, exactDate, secondDate, shortDate } from "./dates.ts";
import { fullName, initials } from "./initials.ts";
import { counted, number, percentText } from "./numbers.ts";

beforeAll(() => void vi.stubEnv("TZ", "Europe/Amsterdam"));
afterAll(() => void vi.unstubAllEnvs());
afterEach(() => setLocale([]));

it("numbers and dates follow the user's locale", () => {
  const shown = () => [
    number(46842.5),
    shortDate("2026-11-14T20:42:07Z"),
    dayHead("2026-11-14T10:42:07Z", new Date("2026-11-16T10:00:00Z")),
  ];
  setLocale(["de-DE"]);
  expect(shown()).toEqual(["46.842,5", "14. Nov. 2026, 21:42", "Samstag, 14. November"]);
  setLocale(["en-US"]);
  expect(shown()).toEqual(["46,842.5", "Nov 14, 2026, 09:42 PM", "Saturday, November 14"]);
});

describe("dates", () => {
  it("are short and in the reader's zone", () => {
    expect(shortDate("2026-11-14T10:42:07Z")).toBe("14 Nov 2026, 11:42");
    expect(shortDate("2026-07-04T22:05:00.000Z")).toBe("5 Jul 2026, 00:05");
  });
  it("are exact in the tooltip", () => {
    expect(exactDate("2026-11-14T10:42:07Z")).toMatch(/^14 Nov 2026, 11:42:07 (CET|GMT\+1)$/);
    expect(exactDate(null)).toBe("-");
  });
  it("have seconds where many are of one minute", () => {
    expect(secondDate("2026-11-14T10:42:07Z")).toBe("14 Nov 2026, 11:42:07");
    expect(secondDate("")).toBe("-");
  });
  it("are '-' when empty", () => {
    for (const empty of [null, undefined, "", "  "]) expect(shortDate(empty)).toBe("-");
  });
  it("are 'invalid date' with fewer than three numeric parts", () => {
    for (const wrong of ["2026", "2026-11", "soon", "2026-99-99"]) expect(shortDate(wrong)).toBe("invalid date");
  });
});

describe("names", () => {
  it("give initials from first and last name", () => {
    expect(initials("Mara", "Visser")).toBe("MV");
    expect(initials("  émile", "zola")).toBe("ÉZ");
    expect(initials("", "gateway")).toBe("G");
    expect(initials("e\u0301mile", "o'neil")).toBe("E\u0301O");
    expect(initials("", "")).toBe("");
  });
  it("leave out what is empty", () => {
    expect(fullName("Mara", "Visser")).toBe("Mara Visser");
    expect(fullName("", "payments-gateway")).toBe("payments-gateway");
  });
});

describe("numbers", () => {
  it("have thousands commas", () => {
    expect(number(46842)).toBe("46,842");
    expect(counted(1, "solution")).toBe("1 solution");
    expect(counted(2380, "execution")).toBe("2,380 executions");
  });
  it("are shares with one digit after the point", () => {
    expect([0.248, 1, 0].map(percentText)).toEqual(["24.8%", "100%", "0%"]);
  });
});

it("heads of days have the weekday, and the year where it is another", () => {
  const now = new Date(2026, 10, 16, 14);
  const head = (...date: [number, number, number, number]) => dayHead(new Date(...date).toISOString(), now);
  expect([head(2026, 10, 16, 0), head(2026, 10, 13, 23), head(2025, 11, 31, 9)]).toEqual([
    "Today, Monday 16 November",
    "Friday 13 November",
    "Wednesday, 31 December 2025",
  ]);
});
