import { expect, test } from "vitest";
import { conditionText, missText, notCheckedText, scoreText, whyNot } from "./held-text.ts";

const item = (field: string, value: number | string | undefined, operator: string, limit: number | string, holds: boolean) => ({
  left: { source: "Application" as const, field, ...(value === undefined ? {} : { value }) },
  operator,
  right: { source: "Literal" as const, value: limit },
  holds,
});

test("a condition reads as it was written", () => {
  const groups = [[item("age", 34, "<", 18, false), item("name", "Ada", "==", "", false)], [item("residency", "NL", "!=", "NL", false)]];
  expect(conditionText({ holds: false, groups })).toBe('(age < 18 and name == "") or residency != NL');
});

test("branches after the one that was taken are counted", () => {
  const link = { linkId: "l", targetId: "n", taken: false, otherwise: false };
  expect(
    notCheckedText([
      { ...link, taken: true },
      { ...link, skipped: false },
    ]),
  ).toBeUndefined();
  expect(notCheckedText([link, { ...link, skipped: true }])).toBe("1 later branch not checked");
  expect(notCheckedText([link, { ...link, skipped: true }, { ...link, skipped: true }])).toBe("2 later branches not checked");
});

test("a miss says by how much", () => {
  expect(missText(item("debt", 0.41, "<", 0.35, false))).toBe("debt was 0.41, 0.06 too high");
  expect(missText(item("total", 588, ">=", 620, false))).toBe("total was 588, 32 too low");
  expect(missText(item("total", undefined, ">=", 620, false))).toBe("total was missing");
  expect(missText(item("country", "NL", "==", "BE", false))).toBe("country was NL");
  expect(missText(item("total", 700, ">=", 620, true))).toBeUndefined();
});

test("of several groups the closest one is reported", () => {
  const groups = [
    [item("age", 34, "<", 18, false), item("sum", 5, ">", 9, false)],
    [item("debt", 0.41, "<", 0.35, false), item("age", 34, ">", 18, true)],
  ];
  expect(whyNot({ holds: false, groups })).toEqual(["debt was 0.41, 0.06 too high"]);
});

test("a score says what matched and what it gave", () => {
  expect(scoreText({ match: "[0.4, 0.5)", points: 45, reasonCode: "R07" })).toBe("[0.4, 0.5) gives 45 points, R07");
  expect(scoreText({ match: "NL", points: 1, reasonCode: "" })).toBe("NL gives 1 point");
  expect(scoreText({ points: 0, reasonCode: "" })).toBe("none matched, 0 points by default");
});
