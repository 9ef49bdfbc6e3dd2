import { describe, expect, it } from "vitest";
import { cursorOf, listAddress, totalText } from "./use-list.ts";

describe("asking for a page", () => {
  it("names size, order, search and start as the server does", () => {
    expect(listAddress("/solutions", {})).toBe("/solutions?limit=10");
    expect(listAddress("/solutions", { size: 25, sort: "-name", q: "a b", page: 3 }, { after: "x/y=" })).toBe(
      "/solutions?limit=25&sort=-name&search=a+b&after=x%2Fy%3D",
    );
  });
  it("adds the filters in force", () => {
    expect(listAddress("/audit", {}, { filters: { noun: "role", change: undefined } })).toBe("/audit?limit=10&noun=role");
  });
  it("says how many there are, and that it stopped counting", () => {
    expect(totalText({ total: 1204, exact: true })).toBe("1,204");
    expect(totalText({ total: 1000, exact: false })).toBe("more than 1,000");
  });
  it("finds where the next page starts in the link to it", () => {
    const link = (href: string) => ({ _links: { next: { href, allow: ["GET" as const] } } });
    expect(cursorOf(link("/dme/manage/v1/solutions?limit=10&after=x%2Fy%3D"))).toBe("x/y=");
    expect(cursorOf({ _links: {} })).toBeUndefined();
  });
});
