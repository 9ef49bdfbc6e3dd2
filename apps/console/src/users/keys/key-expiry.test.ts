import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { expiryOf, hasExpired } from "./key-expiry.ts";

beforeAll(() => void vi.stubEnv("TZ", "Europe/Amsterdam"));
afterAll(() => void vi.unstubAllEnvs());

const now = new Date("2026-11-15T10:00:00Z");

describe("the expiry of a key", () => {
  it("is so many days from now", () => {
    expect(expiryOf("30", "", now)).toBe("2026-12-15T10:00:00.000Z");
  });
  it("is left out for a key that does not expire", () => {
    expect(expiryOf("never", "2026-12-01", now)).toBeUndefined();
  });
  it("is the end of the day that was picked, in the reader's zone", () => {
    expect(expiryOf("date", "2026-12-24", now)).toBe("2026-12-24T22:59:59.000Z");
    expect(expiryOf("date", "2026-11-15", now)).toBe("2026-11-15T22:59:59.000Z");
  });
  it("is no day that is past, impossible or missing", () => {
    for (const day of ["2026-11-14", "2026-13-40", "", "soon"]) expect(expiryOf("date", day, now)).toBeNull();
  });
  it("says when it has passed", () => {
    expect(hasExpired("2026-11-15T09:59:59Z", now)).toBe(true);
    expect(hasExpired("2026-11-15T10:00:01Z", now)).toBe(false);
    expect(hasExpired(null, now)).toBe(false);
  });
});
