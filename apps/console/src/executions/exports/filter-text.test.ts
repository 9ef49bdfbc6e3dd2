import { expect, it } from "vitest";
import { filterText } from "./filter-text.ts";

it("an export says which executions it has", () => {
  expect(filterText({})).toBe("All executions");
  expect(filterText({ versions: "a,b", status: "failed", reasonCode: "R07" })).toBe("2 versions, failed, reason R07");
  expect(filterText({ field: "city", operator: "contains", value: "dam", minMillis: 100 })).toBe("From 100 ms, city ~ dam");
  expect(filterText({ search: "Ada", from: "2026-11-14T08:00:00.000Z", to: "2026-11-14T09:00:00.000Z" })).toMatch(
    /^"Ada", 14 Nov( 2026)?, .* to /,
  );
});
