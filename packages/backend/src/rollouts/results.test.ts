import { expect, test } from "vitest";
import type { CountedBucket } from "./arm-counts.ts";
import { resultsOf } from "./results.ts";

const day = 86_400_000;
const versions = { champion: { id: "v7", name: "Version 7" }, challenger: { id: "v8", name: "Version 8" } };

const bucket = (arm: CountedBucket["arm"], at: number | undefined, approved: number, declined: number, failed: number): CountedBucket => ({
  arm,
  at,
  executions: approved + declined + failed,
  failed,
  p99Millis: 20,
  outcomes: new Map(Object.entries({ approved, declined })),
});

const counted = {
  solutionId: "s",
  versions,
  buckets: [
    bucket("champion", 0, 300, 180, 20),
    bucket("challenger", 0, 40, 10, 0),
    bucket("champion", day, 300, 180, 20),
    bucket("challenger", day, 40, 9, 1),
    bucket("champion", undefined, 600, 360, 40),
    bucket("challenger", undefined, 80, 19, 1),
  ],
  known: undefined,
  beganMillis: 0,
  untilMillis: 2 * day,
};

test("arms have their rates, and differences are the challenger's minus the champion's", () => {
  const { arms, differences, primary } = resultsOf(counted);
  expect(arms.map(({ arm, versionName, executions }) => [arm, versionName, executions])).toEqual([
    ["champion", "Version 7", 1_000],
    ["challenger", "Version 8", 100],
  ]);
  expect(arms[1]?.outcomes[0]).toMatchObject({ outcome: "approved", rate: { count: 80, of: 100, value: 0.8 } });
  expect(primary).toBe("approved");
  const approved = differences.find(({ outcome }) => outcome === "approved");
  expect(approved).toMatchObject({ measure: "outcome", isSignificant: true });
  expect(approved?.difference).toBeCloseTo(0.2, 12);
  expect(approved?.low).toBeGreaterThan(0);
  expect(differences.find(({ measure }) => measure === "failed")).toMatchObject({ isSignificant: false });
});

test("points are summed by day", () => {
  const { points } = resultsOf(counted);
  expect(points.map(({ date, champion, challenger }) => [date, champion.of, challenger.of, challenger.value])).toEqual([
    ["1970-01-01T00:00:00.000Z", 500, 50, 0.8],
    ["1970-01-02T00:00:00.000Z", 1_000, 100, 0.8],
  ]);
});

test("enough observations need no more days, and half of them need as many days again", () => {
  const { needed } = resultsOf(counted);
  expect(needed).not.toBeNull();
  expect(resultsOf(counted).daysToGo).toBeCloseTo((2 * Math.max(0, (needed ?? 0) - 1_100)) / 1_100, 9);
  const none = { ...counted, buckets: [] };
  expect(resultsOf(none)).toMatchObject({ needed: null, daysToGo: null, primary: "", points: [] });
});

test("the known outcome is the primary measure if there is one", () => {
  const buckets = [
    { arm: "champion", at: 0, of: 500, count: 50 },
    { arm: "challenger", at: 0, of: 50, count: 1 },
  ] as const;
  const result = resultsOf({ ...counted, known: { name: "Default rate", buckets } });
  expect(result.primary).toBe("Default rate");
  expect(result.arms[1]?.knownOutcome).toMatchObject({ count: 1, of: 50, value: 0.02 });
  expect(result.differences[0]).toMatchObject({ measure: "knownOutcome", outcome: "Default rate" });
  expect(result.points).toHaveLength(1);
});
