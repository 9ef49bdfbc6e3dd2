import { expect, it } from "vitest";
import { shortNumber } from "./short-number.ts";

it("shortens only numbers with too many decimals", () => {
  expect([0.619218263617, 0.25, 42, 12_345.678, 3.141592653589, -0.1234567, 0.000000123456].map(shortNumber)).toEqual([
    "0.619218",
    "0.25",
    "42",
    "12345.68",
    "3.1416",
    "-0.123457",
    "1.23e-7",
  ]);
});
