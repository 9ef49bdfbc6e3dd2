import { describe, expect, it } from "vitest";
import { cursorOf, listAddress } from "./use-list.ts";

describe("asking for a page", () => {
  it("names size, order, search and start as the server does", () => {
    expect(listAddress("/solutions", {})).toBe("/solutions?limit=10");
    expect(listAddress("/solutions", { size: 25, sort: "-name", q: "a b", page: 3 }, "x/y=")).toBe(
      "/solutions?limit=25&sort=-name&search=a+b&after=x%2Fy%3D",
    );
  });
  it("finds where the next page starts in the link to it", () => {
    const link = (href: string) => ({ items: [], _links: { next: { href, allow: ["GET" as const] } } });
    expect(cursorOf(link("/dme/manage/v1/solutions?limit=10&after=x%2Fy%3D"))).toBe("x/y=");
    expect(cursorOf({ items: [], _links: {} })).toBeUndefined();
  });
});
