import { expect, test } from "vitest";
import { firingMail, type FiringNotice } from "./firing-mail.ts";

const notice: FiringNotice = {
  event: "began",
  to: "mara@example.com",
  firstName: "Mara",
  monitor: "Decline share",
  solution: "Car <loan>",
  kind: "outcomeShare",
  value: 0.279,
  peak: 0.312,
  moved: null,
  min: 0.161,
  max: 0.203,
  began: new Date("2026-11-17T13:20:00Z"),
  ended: null,
  windowMinutes: 30,
  link: "https://airlock.example/admin/monitors/firings/f",
};

test("the mail about the beginning has value, expected range and time", () => {
  const { subject, text, html } = firingMail(notice);
  expect(subject).toBe("Car <loan>: Decline share fires");
  expect(text).toContain(
    'The monitor "Decline share" of "Car <loan>" fires since 2026-11-17 13:20 UTC: 27.9% over 30 minutes, expected 16.1% to 20.3%.',
  );
  expect(text).toContain(notice.link);
  expect(html).toContain("Car &#60;loan&#62;");
});

test("the mail about the end has the duration and the worst value", () => {
  const { subject, text } = firingMail({ ...notice, event: "ended", ended: new Date("2026-11-17T14:50:00Z") });
  expect(subject).toBe("Car <loan>: Decline share is back to normal");
  expect(text).toContain("It fired from 2026-11-17 13:20 UTC to 2026-11-17 14:50 UTC, at worst with 31.2%, expected 16.1% to 20.3%.");
});

test.each([
  [{ kind: "p99", value: 18.64, min: null, max: 18 }, "18.6 ms over 30 minutes, expected at most 18 ms."],
  [{ kind: "volume", value: 0, min: 96, max: null }, "0 per hour over 30 minutes, expected at least 96 per hour."],
  [{ kind: "failedShare", value: 0.0512, min: null, max: 0.005 }, "5.1% over 30 minutes, expected at most 0.5%."],
  [{ kind: "drift", value: 0.274, min: null, max: 0.2 }, "0.27 over 30 minutes, expected at most 0.2."],
] as const)("values have their unit: %o", (change, words) => {
  expect(firingMail({ ...notice, ...change }).text).toContain(words);
});

test("the outcome that moved most is named", () => {
  const mix = { ...notice, kind: "outcomeMix", value: 0.124, moved: { outcome: "Decline", by: -0.124 }, min: null, max: 0.05 } as const;
  expect(firingMail(mix).text).toContain("12.4 points (Decline -12.4 points) over 30 minutes, expected at most 5 points.");
});
