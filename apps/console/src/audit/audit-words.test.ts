import type { AuditFields } from "@airlock/contract";
import { describe, expect, it } from "vitest";
import type { Profile } from "../session/session.ts";
import { nounTitle, placeOf } from "./audit-words.ts";

// Only the permissions matter here.
const someone = (...permissions: readonly string[]) => ({ _embedded: { permissions }, _links: {} }) as unknown as Profile;
// Only what says where a record stands matters here.
const entry = (noun: string, recordName: string, change: AuditFields["change"] = "updated") =>
  ({ noun, recordName, change }) as unknown as AuditFields;

describe("where a record of the audit is seen", () => {
  it("is its screen, searched for its name", () => {
    expect(placeOf(someone("allRoles.list"), entry("role", "Designer"))).toEqual({ to: "/admin/roles", q: "Designer" });
  });
  it("is the group's, for what a group has", () => {
    expect(placeOf(someone("groups.list"), entry("groupRole", "Credit desk: Analyst", "deleted"))).toEqual({
      to: "/admin/groups",
      q: "Credit desk",
    });
  });
  it("is nowhere for what is gone, for what has no screen, and for those who may not go there", () => {
    expect(placeOf(someone("allRoles.list"), entry("role", "Designer", "deleted"))).toBeUndefined();
    expect(placeOf(someone("allRoles.list"), entry("novelty", "New"))).toBeUndefined();
    expect(placeOf(someone("users.list"), entry("role", "Designer"))).toBeUndefined();
  });
});

it("a kind of record that this console has not heard of is called what the api calls it", () => {
  expect([nounTitle("userRole"), nounTitle("novelty")]).toEqual(["Role of a user", "novelty"]);
});
