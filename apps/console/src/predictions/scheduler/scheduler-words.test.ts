import { describe, expect, it } from "vitest";
import { scheduleText, untilText } from "./scheduler-words.ts";

const plain = { kind: "fixedTime", interval: 60, time: "00:00", zone: "UTC" } as const;

describe("a scheduler in words", () => {
  it("says when it runs", () => {
    expect(scheduleText(plain)).toBe("Every day at 00:00, UTC");
    expect(scheduleText({ ...plain, kind: "interval" })).toBe("Every 60 minutes");
    expect(scheduleText({ ...plain, kind: "interval", interval: 1 })).toBe("Every minute");
    expect(scheduleText({ ...plain, kind: "interval", interval: 1440 })).toBe("Every 1,440 minutes");
  });

  it("says how far away the next run is", () => {
    const now = Date.parse("2026-11-15T12:00:00Z");
    const at = (iso: string) => untilText(iso, now);
    expect(at("2026-11-15T12:00:30Z")).toBe("in under 1 min");
    expect(at("2026-11-15T12:20:00Z")).toBe("in 20 min");
    expect(at("2026-11-15T13:00:00Z")).toBe("in 1 h");
    expect(at("2026-11-15T15:20:00Z")).toBe("in 3 h 20 min");
    expect(at("2026-11-17T13:00:00Z")).toBe("in 2 d 1 h");
    expect([at("2026-11-15T12:00:00Z"), at("2026-11-15T11:00:00Z")]).toEqual(["now", "now"]);
  });
});
