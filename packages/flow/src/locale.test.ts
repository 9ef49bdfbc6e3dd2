import { afterEach, describe, expect, it, vi } from "vitest";
import { formatDate, formatFixed, formatNumber, numberSeparators, setLocale } from "./locale.ts";

afterEach(() => setLocale([]));

const noon = new Date("2026-11-14T12:05:00Z");
const date = () =>
  formatDate(noon, { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

describe("the locale", () => {
  it("is British English until one is set, and where none of the tags exists", () => {
    expect([formatNumber(46_842.5), date()]).toEqual(["46,842.5", "14 Nov 2026, 12:05"]);
    setLocale(["de-DE"]);
    setLocale(["xx-invalid-", "qqq"]);
    expect([formatNumber(46_842.5), date()]).toEqual(["46,842.5", "14 Nov 2026, 12:05"]);
  });

  it("is the first that exists, also for formats that were used before", () => {
    formatNumber(1);
    setLocale(["qqq", "de-DE", "en-US"]);
    expect([formatNumber(46_842.5), date()]).toEqual(["46.842,5", "14. Nov. 2026, 12:05"]);
    setLocale(["en-US"]);
    expect([formatNumber(46_842.5), date()]).toEqual(["46,842.5", "Nov 14, 2026, 12:05 PM"]);
  });

  it("is looked up when something is formatted, because that loads the data of all locales", () => {
    const lookUp = vi.spyOn(Intl.NumberFormat, "supportedLocalesOf");
    setLocale(["de-DE"]);
    expect(lookUp).not.toHaveBeenCalled();
    expect(formatNumber(46_842.5)).toBe("46.842,5");
    expect(lookUp).toHaveBeenCalledOnce();
    lookUp.mockRestore();
  });

  it("keeps the digits and years of the data", () => {
    setLocale(["ar-EG"]);
    expect(formatNumber(2026, { useGrouping: false })).toBe("2026");
    setLocale(["th-TH"]);
    expect(date()).toContain("2026");
  });

  it("rounds fixed decimals as toFixed does", () => {
    setLocale(["de-DE"]);
    expect([formatFixed(1.005, 2), formatFixed(12.4, 2), formatFixed(1234.5, 0)]).toEqual([
      (1.005).toFixed(2).replace(".", ","),
      "12,40",
      "1.235",
    ]);
  });

  it("has separators of numbers", () => {
    expect(numberSeparators()).toEqual({ group: ",", decimal: "." });
    setLocale(["de-DE"]);
    expect(numberSeparators()).toEqual({ group: ".", decimal: "," });
    setLocale(["es-ES"]);
    expect(numberSeparators()).toEqual({ group: ".", decimal: "," });
  });
});
