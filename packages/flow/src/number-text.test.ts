import { describe, expect, it } from "vitest";
import { readFloatText, readIntegerText } from "./number-text.ts";

describe("numbers as text", () => {
  it.each([
    ["0", 0],
    ["-0", 0],
    ["18", 18],
    ["-18", -18],
    ["9007199254740991", 9007199254740991],
    ["-9007199254740991", -9007199254740991],
    ["007", 7],
  ])("reads the Integer %s", (text, value) => {
    expect(readIntegerText(text)).toEqual({ ok: true, value });
    expect(Object.is(value, -0)).toBe(false);
  });

  it.each([
    ["", "notANumber"],
    ["-", "notANumber"],
    ["+1", "notANumber"],
    ["1e3", "notANumber"],
    [" 1", "notANumber"],
    ["1,000", "notANumber"],
    ["NaN", "notANumber"],
    ["１", "notANumber"],
    ["1.0", "notAnInteger"],
    ["9007199254740992", "tooLarge"],
    ["9".repeat(400), "tooLarge"],
  ])("refuses the Integer %s as %s", (text, problem) => {
    expect(readIntegerText(text)).toEqual({ ok: false, problem });
  });

  it.each([
    ["0.1", 0.1],
    ["-2.50", -2.5],
    ["-0.0", 0],
    ["0.000000000001", 1e-12],
    ["999.123456789012", 999.123456789012],
    ["999999999999999", 999999999999999],
    ["100000000000000.0", 1e14],
    ["2850.00000000000000000", 2850],
  ])("reads the Float %s", (text, value) => {
    const read = readFloatText(text);
    expect(read).toEqual({ ok: true, value });
    expect(read.ok && Object.is(read.value, -0)).toBe(false);
  });

  it.each([
    ["", "notANumber"],
    [".5", "notANumber"],
    ["5.", "notANumber"],
    ["01.5", "notANumber"],
    ["1e3", "notANumber"],
    ["Infinity", "notANumber"],
    ["1000000000000000", "tooLarge"],
    ["-1000000000000000.0", "tooLarge"],
    ["0.0000000000001", "tooManyDigits"],
    ["1234.567890123456", "tooManyDigits"],
  ])("refuses the Float %s as %s", (text, problem) => {
    expect(readFloatText(text)).toEqual({ ok: false, problem });
  });
});
