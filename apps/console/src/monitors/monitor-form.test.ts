import type { MonitorFields } from "@airlock/contract";
import { setLocale } from "@airlock/flow/locale";
import { afterEach, describe, expect, test } from "vitest";
import { bodyOf, draftOf, type MonitorDraft } from "./monitor-form.ts";

afterEach(() => setLocale([]));

const draft: MonitorDraft = { ...draftOf(undefined), max: "0.5" };

describe("what is sent", () => {
  test("shares are typed in percent", () => {
    expect(bodyOf(draft)).toEqual({
      body: {
        measure: { kind: "failedShare" },
        rule: { kind: "threshold", min: null, max: 0.005 },
        windowMinutes: 30,
        minDecisions: 50,
        notifyUsers: [],
        notifyGroups: [],
      },
    });
    expect(bodyOf({ ...draft, max: "7%" })).toMatchObject({ body: { rule: { max: 0.07 } } });
  });

  test("milliseconds, a name, and who is notified", () => {
    const notify = [
      { kind: "user", webSafeString: "U1", name: "Mara" },
      { kind: "group", webSafeString: "G1", name: "Credit risk" },
    ] as const;
    expect(bodyOf({ ...draft, kind: "p99", max: "18", name: " Slow ", notify: [...notify] })).toMatchObject({
      body: { name: "Slow", rule: { max: 18 }, notifyUsers: ["U1"], notifyGroups: ["G1"] },
    });
  });

  test("limits are read and shown as the user's locale writes numbers", () => {
    const limits = (max: string) => bodyOf({ ...draft, kind: "p99", max });
    expect(limits("1,500")).toMatchObject({ body: { rule: { max: 1500 } } });
    expect(limits("1,5")).toEqual({ problem: "Limits are numbers from 0." });
    expect(limits("1e3")).toEqual({ problem: "Limits are numbers from 0." });
    setLocale(["nl-NL"]);
    expect(limits("1.500")).toMatchObject({ body: { rule: { max: 1500 } } });
    expect(limits("1,5")).toMatchObject({ body: { rule: { max: 1.5 } } });
    const stored = { measure: { kind: "p99" }, rule: { kind: "threshold", min: null, max: 1500.5 } } as MonitorFields;
    expect(draftOf(stored).max).toBe("1500,5");
  });

  test("limits are left out of a comparison with earlier weeks", () => {
    expect(bodyOf({ ...draft, kind: "outcomeShare", outcome: "Decline", rule: "unlike", max: "nonsense" })).toMatchObject({
      body: { measure: { kind: "outcomeShare", outcome: "Decline" }, rule: { kind: "unlike" } },
    });
  });
});

test.each([
  ["Enter a lower or an upper limit.", { max: "" }],
  ["Limits are numbers from 0.", { max: "much" }],
  ["Limits are numbers from 0.", { min: "-1" }],
  ["A share is from 0 to 100%.", { max: "101" }],
  ["The lower limit must be below the upper one.", { min: "2", max: "1" }],
  ["Enter the outcome.", { kind: "outcomeShare" }],
  ["Enter the reason code.", { kind: "reasonShare" }],
  ["Enter by how many points the mix may move: an upper limit only.", { kind: "outcomeMix", max: "" }],
  ["Enter the baseline as outcomes with percentages, such as Approve 55, Decline 45.", { kind: "outcomeMix", baseline: "Approve" }],
  ["Enter the baseline as outcomes with percentages, such as Approve 55, Decline 45.", { kind: "outcomeMix", baseline: "Approve 155" }],
  ["The shares of the baseline must add up to 100%.", { kind: "outcomeMix", baseline: "Approve 55, Decline 30" }],
  ["The baseline names an outcome twice.", { kind: "outcomeMix", baseline: "Approve 55, Approve 45" }],
  ["Choose a prediction.", { kind: "drift" }],
  ["Drift is compared with the training: it needs a threshold.", { kind: "drift", predictionWss: "P1", rule: "unlike" }],
] as const)("%s", (problem, change) => {
  expect(bodyOf({ ...draft, ...change })).toEqual({ problem });
});

test("the outcome mix is compared with typed shares, or with the last four weeks; a lower limit of another measure is left out", () => {
  const mix = { ...draft, kind: "outcomeMix", min: "1", max: "5" } as const;
  expect(bodyOf(mix)).toMatchObject({
    body: { measure: { kind: "outcomeMix", baseline: null }, rule: { kind: "threshold", min: null, max: 0.05 } },
  });
  const baseline = [
    { outcome: "Approve", share: 0.55 },
    { outcome: "Refer to desk", share: 0.455 },
  ];
  expect(bodyOf({ ...mix, baseline: "Approve 55%,  Refer to desk: 45.5" })).toMatchObject({ body: { measure: { baseline } } });
  const fields = { name: "Mix", measure: { kind: "outcomeMix", baseline }, rule: { kind: "threshold", min: null, max: 0.05 } };
  const edited = draftOf({ ...fields, windowMinutes: 60, minDecisions: 20, notify: [] } as unknown as MonitorFields);
  expect(edited).toMatchObject({ baseline: "Approve 55, Refer to desk 45.5", max: "5" });
});

test("shares of the baseline are read and shown as the user's locale writes numbers", () => {
  const mix = { ...draft, kind: "outcomeMix", max: "5" } as const;
  const baseline = [
    { outcome: "Approve", share: 0.555 },
    { outcome: "Decline", share: 0.445 },
  ];
  setLocale(["nl-NL"]);
  expect(bodyOf({ ...mix, baseline: "Approve 55,5, Decline 44,5%" })).toMatchObject({ body: { measure: { baseline } } });
  expect(bodyOf({ ...mix, baseline: "Approve 55.5,Decline: 44,5" })).toMatchObject({ body: { measure: { baseline } } });
  const stored = { measure: { kind: "outcomeMix", baseline }, rule: { kind: "threshold", min: null, max: 0.05 } } as MonitorFields;
  expect(draftOf(stored).baseline).toBe("Approve 55,5, Decline 44,5");
  setLocale([]);
  expect(bodyOf({ ...mix, baseline: "Approve 55.5,2nd look 44.5" })).toMatchObject({
    body: { measure: { baseline: [{ outcome: "Approve" }, { outcome: "2nd look", share: 0.445 }] } },
  });
});

test("a monitor is edited as it was typed", () => {
  const fields = {
    name: "Decline share",
    measure: { kind: "outcomeShare", outcome: "Decline" },
    rule: { kind: "threshold", min: 0.07, max: null },
    windowMinutes: 60,
    minDecisions: 20,
    notify: [],
  } as unknown as MonitorFields;
  expect(draftOf(fields)).toMatchObject({ kind: "outcomeShare", outcome: "Decline", min: "7", max: "", windowMinutes: 60 });
  expect(bodyOf(draftOf(fields))).toMatchObject({ body: { rule: { min: 0.07, max: null }, minDecisions: 20, name: "Decline share" } });
});
