import { expect, test } from "vitest";
import { dayText, trafficText } from "./traffic-text.ts";

test.each([
  [0, "It answered no decisions in the last hour."],
  [1, "It answered 1 decision in the last hour."],
  [1510, "It answered 1,510 decisions in the last hour."],
])("%i decisions", (decisions, text) => {
  expect(trafficText(decisions)).toBe(text);
});

test.each([
  [0, 0, "No decisions in the last 24 hours."],
  [1, 0, "1 decision in the last 24 hours, none in the last hour."],
  [1446, 106, "1,446 decisions in the last 24 hours, 106 in the last hour."],
])("%i decisions in a day, %i in an hour", (lastDay, lastHour, text) => {
  expect(dayText(lastDay, lastHour)).toBe(text);
});
