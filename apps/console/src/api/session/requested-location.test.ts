import { describe, expect, it } from "vitest";
import { requestedLocation } from "./requested-location.ts";

describe("the location requested before signing in", () => {
  it("is kept with its search and hash", () => {
    expect(requestedLocation("/admin/solutions?page=2&q=loan#top")).toBe("/admin/solutions?page=2&q=loan#top");
  });
  it("is the dashboard without a requested location, or for a page of the sign-in", () => {
    for (const from of [undefined, "/", "/login", "/login?from=/admin", "/callback?code=1", "/offline"])
      expect(requestedLocation(from)).toBe("/admin");
  });
  it("never leads elsewhere", () => {
    for (const from of ["https://evil.test", "//evil.test", "/\\evil.test", "/\t/evil.test", "javascript:alert(1)", "admin"]) {
      expect(requestedLocation(from)).toBe("/admin");
    }
  });
});
