import type { Finding } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { isNumberWrong } from "./findings-of.ts";

const finding = (code: string, level: Finding["level"] = "error"): readonly Finding[] => [{ code, level, message: "" }];

describe("of the cells of a row with a wrong number", () => {
  const wrong = finding("LITERAL_NOT_A_NUMBER");

  test("those that are no number are marked, and no others", () => {
    // "[500, 620) -": the points are wrong, the ends are not.
    expect([isNumberWrong(wrong, "500", "Float", true), isNumberWrong(wrong, "620", "Float", true)]).toEqual([false, false]);
    expect(isNumberWrong(wrong, "-", "Integer")).toBe(true);
  });

  test("an empty one is marked unless it may be empty, and a fraction where whole numbers belong", () => {
    expect([isNumberWrong(wrong, "", "Float"), isNumberWrong(wrong, "", "Float", true)]).toEqual([true, false]);
    expect([isNumberWrong(wrong, "2.5", "Integer"), isNumberWrong(wrong, "2.5", "Float")]).toEqual([true, false]);
  });

  test("texts are never marked, and nothing is where the finding is about something else", () => {
    expect(isNumberWrong(wrong, "car", "String", true)).toBe(false);
    expect(isNumberWrong(finding("BAND_EMPTY"), "-", "Float")).toBe(false);
  });
});
