import { setLocale } from "@airlock/flow/locale";
import { afterEach, describe, expect, it } from "vitest";
import { numberRule, typedNumber } from "./typed-number.ts";

afterEach(() => setLocale([]));

const hours = { min: 0, max: 8760, whole: true };

describe("typed numbers", () => {
  it("are digits, with a fraction, a minus and groups of three", () => {
    expect(["12", " 07 ", "-2.5", "1,000", "1,234,567.5", "\u22123"].map((text) => typedNumber(text))).toEqual([
      12, 7, -2.5, 1000, 1_234_567.5, -3,
    ]);
  });

  it("are written as in the user's locale, or with a point that cannot be a group", () => {
    setLocale(["de-DE"]);
    expect(["12,5", "1.000", "1.234.567,5", "0.25", "12.5"].map((text) => typedNumber(text))).toEqual([
      12.5, 1000, 1_234_567.5, 0.25, 12.5,
    ]);
    expect(["1,000,000", "1.00.000", "12,", ",5"].map((text) => typedNumber(text))).toEqual(Array.from({ length: 4 }));
    expect(numberRule(hours)).toBe("A whole number from 0 to 8.760");
    setLocale(["fr-FR"]);
    expect(["1 000", "1\u202f234,5"].map((text) => typedNumber(text))).toEqual([1000, 1234.5]);
  });

  it("are no other way to write a number", () => {
    expect(["", "1e3", "0x10", "12,5", "1,00", "Infinity", ".5", "5.", "--1", "1 000"].map((text) => typedNumber(text))).toEqual(
      Array.from({ length: 10 }),
    );
  });

  it("are within the limits, and whole where only whole numbers count", () => {
    expect(["0", "8760", "8,760"].map((text) => typedNumber(text, hours))).toEqual([0, 8760, 8760]);
    expect(["12.5", "-1", "8761"].map((text) => typedNumber(text, hours))).toEqual(Array.from({ length: 3 }));
    expect(numberRule(hours)).toBe("A whole number from 0 to 8,760");
  });
});
