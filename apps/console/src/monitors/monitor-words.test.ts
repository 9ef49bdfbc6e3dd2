import type { MonitorFields } from "@airlock/contract";
import { describe, expect, test } from "vitest";
import { lastedText, limitText, monitorSentence, stateOf, stateText, windowText } from "./monitor-words.ts";

// Of the local zone: a time of the same day is shown without its date.
const now = new Date(2026, 10, 17, 14).getTime();
const later = new Date(2026, 10, 18, 9).toISOString();
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const fields: MonitorFields = {
  webSafeString: "M1",
  solutionWss: "S1",
  solutionName: "Car loan",
  name: "Decline share",
  measure: { kind: "outcomeShare", outcome: "Decline" },
  rule: { kind: "unlike" },
  windowMinutes: 30,
  minDecisions: 50,
  notify: [],
  mutedUntil: null,
  judgement: "inside",
  value: 0.18,
  decisions: 612,
  usual: { median: 0.182, min: 0.161, max: 0.203 },
  moved: null,
  judgedDate: ago(1),
  unjudgedSince: null,
  points: [],
  firingWss: null,
  firingSince: null,
  isAcknowledged: false,
  createdDate: "2026-11-01T00:00:00Z",
  createdBy: "Mara",
  revision: 1,
};
const firing = { firingWss: "F1", firingSince: ago(40), judgement: "outside" } as const;

describe("the state of a monitor", () => {
  test.each([
    ["normal", {}],
    ["firing", firing],
    ["acknowledged", { ...firing, isAcknowledged: true }],
    ["firing", { ...firing, mutedUntil: later, unjudgedSince: ago(10), judgement: "tooFew" }],
    ["muted", { mutedUntil: later, judgement: "tooFew" }],
    ["normal", { mutedUntil: ago(60) }],
    ["unjudged", { unjudgedSince: ago(10) }],
    ["tooFew", { judgement: "tooFew" }],
    ["noHistory", { judgement: "noHistory" }],
    ["waiting", { judgement: "waiting" }],
  ] as const)("%s: %o", (state, change) => {
    expect(stateOf({ ...fields, ...change }, now)).toBe(state);
  });

  test("says why there is no verdict", () => {
    expect(stateText({ ...fields, judgement: "noHistory" }, now)).toBe("not enough history");
    expect(stateText({ ...fields, unjudgedSince: ago(10) }, now)).toBe("could not be evaluated since 13:50");
    expect(stateText({ ...fields, mutedUntil: later }, now)).toMatch(/^muted until 18 Nov 2026/);
  });
});

test("limits have units", () => {
  expect(limitText("outcomeShare", { kind: "unlike" }, fields.usual)).toBe("16.1% to 20.3%");
  expect(limitText("outcomeMix", { kind: "threshold", min: null, max: 0.05 }, null)).toBe("at most 5 points");
  expect(limitText("p99", { kind: "threshold", min: null, max: 18 }, null)).toBe("at most 18 ms");
  expect(limitText("volume", { kind: "threshold", min: 96, max: null }, null)).toBe("at least 96 per hour");
});

test("a monitor is described in sentences", () => {
  expect(monitorSentence(fields, 50)).toBe(
    "Share of decisions that are Decline, over 30 minutes. Fires outside the range of the same hour of the last four weeks. Evaluated when there are at least 50 decisions.",
  );
  expect(monitorSentence({ measure: { kind: "volume" }, rule: { kind: "threshold", min: 10, max: null }, windowMinutes: 60 }, 50)).toBe(
    "Executions per hour, over 1 hour. Fires unless it is at least 10 per hour.",
  );
});

test("windows and durations", () => {
  expect([5, 60, 360, 1440].map(windowText)).toEqual(["5 minutes", "1 hour", "6 hours", "24 hours"]);
  expect([lastedText(ago(45), now), lastedText(ago(190), now), lastedText(ago(3 * 24 * 60), now)]).toEqual([
    "45 min",
    "3 h 10 min",
    "3 days",
  ]);
  expect(lastedText(ago(0.25), now)).toBe("less than a minute");
});
