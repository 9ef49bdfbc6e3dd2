import { expect, test } from "vitest";
import { executionsOf, executionsWith } from "./executions-of.ts";

const bar = { start: new Date("2026-11-14T12:00:00Z"), end: new Date("2026-11-14T18:00:00Z"), count: 3 };
const whole = { start: "2026-11-14T00:00:00Z", end: "2026-11-15T00:00:00Z" };

test("a bar leads to its version and its time", () => {
  expect(executionsOf({ key: "v14", type: "DeployedUsageStats" }, whole)(bar)).toEqual({
    versions: "v14",
    running: "all",
    from: "2026-11-14T12:00:00.000Z",
    to: "2026-11-14T18:00:00.000Z",
  });
});

test("all versions are no version of the address, and a bar ends where the chart does", () => {
  const part = { start: "2026-11-14T13:05:30Z", end: "2026-11-14T17:00:00Z" };
  expect(executionsOf({ key: "ALL", type: "DeployedUsageStats" }, part)(bar)).toEqual({
    running: "all",
    from: "2026-11-14T13:05:30.000Z",
    to: "2026-11-14T17:00:00.000Z",
  });
});

test("a bar of failed executions leads to those that failed", () => {
  expect(executionsOf({ key: "v14", type: "FailedExecutions" }, whole)(bar)).toMatchObject({ versions: "v14", status: "failed" });
});

test("a row of a panel leads to the executions of its version or reason code in the time of the panel", () => {
  const period = { start: "2026-11-15T00:00:00.000Z", end: "2026-11-16T00:00:00.000Z" };
  const time = { running: "all", from: period.start, to: period.end };
  expect(executionsWith({ key: "ALL" }, period, { reasonCode: "R01" })).toEqual({ ...time, reason: "R01" });
  expect(executionsWith({ key: "V1" }, period, { reasonCode: "R01" })).toEqual({ ...time, versions: "V1", reason: "R01" });
  expect(executionsWith({ key: "ALL" }, period, { versionId: "V2" })).toEqual({ ...time, versions: "V2" });
});
