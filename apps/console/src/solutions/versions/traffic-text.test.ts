import { expect, test } from "vitest";
import { trafficText } from "./traffic-text.ts";

test.each([
  [0, "It answered no decisions in the last hour."],
  [1, "It answered 1 decision in the last hour."],
  [1510, "It answered 1,510 decisions in the last hour."],
])("%i decisions", (decisions, text) => {
  expect(trafficText(decisions)).toBe(text);
});
