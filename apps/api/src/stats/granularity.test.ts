import { describe, expect, test } from "vitest";
import { maxBuckets, readGranularity, readRange } from "./granularity.ts";

describe("granularity", () => {
  test.each([
    ["minute", 60, "PT1M"],
    ["hour", 3600, "PT1H"],
    ["quarter-day", 21_600, "PT6H"],
    ["day", 86_400, "P1D"],
    ["PT15M", 900, "PT15M"],
    ["PT6H", 21_600, "PT6H"],
    ["P1DT12H", 129_600, "PT36H"],
    ["P1W", 604_800, "P7D"],
    ["PT90S", 90, "PT90S"],
  ])("%s is %i seconds", (text, seconds, iso) => {
    expect(readGranularity(text)).toEqual({ seconds, iso });
  });

  test.each(["", "P", "PT", "PT0S", "P1M", "P1Y", "P1DT", "-PT1H", "1 hour", "HOUR", "PT1.5H", "P40D", "constructor", "__proto__"])(
    "%j is refused",
    (text) => {
      expect(readGranularity(text)).toBeUndefined();
    },
  );
});

describe("range", () => {
  const now = Date.parse("2026-11-15T10:20:30.500Z") / 1000;
  const at = (iso: string) => Date.parse(iso) / 1000;

  test("bounds are rounded outwards to whole buckets, so that nothing at the edge is missing", () => {
    expect(readRange({ start: "2026-11-15T09:10:00Z", end: "2026-11-15T10:20:30Z", gran: "hour" }, now)).toMatchObject({
      from: at("2026-11-15T09:00:00Z"),
      to: at("2026-11-15T11:00:00Z"),
    });
  });

  test("without times it is the last day", () => {
    expect(readRange({ start: "-", end: "-", gran: "hour" }, now)).toMatchObject({
      from: at("2026-11-14T10:00:00Z"),
      to: at("2026-11-15T11:00:00Z"),
    });
  });

  test("another time zone means the same moment", () => {
    expect(readRange({ start: "2026-11-15T10:00:00+01:00", end: "2026-11-15T11:00:00+01:00", gran: "minute" }, now)).toMatchObject({
      from: at("2026-11-15T09:00:00Z"),
      to: at("2026-11-15T10:00:00Z"),
    });
  });

  test.each([
    ["gran", { start: "-", end: "-", gran: "fortnight" }],
    ["start", { start: "2026-11-15T10:00:00Z", end: "2026-11-15T10:00:00Z", gran: "hour" }],
    ["gran", { start: "2020-01-01T00:00:00Z", end: "2026-01-01T00:00:00Z", gran: "minute" }],
  ])("an invalid range is refused by its field %s", (field, query) => {
    expect(readRange(query, now)).toMatchObject({ kind: "refused", problem: { code: "INVALID_REQUEST", problems: [{ field }] } });
  });

  test("the largest range has the maximum number of buckets", () => {
    const end = new Date(maxBuckets * 60_000).toISOString();
    expect(readRange({ start: "1970-01-01T00:00:00Z", end, gran: "minute" }, now)).toMatchObject({ from: 0, to: maxBuckets * 60 });
  });
});
