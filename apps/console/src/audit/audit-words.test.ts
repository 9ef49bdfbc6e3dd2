import type { AuditFields } from "@airlock/contract";
import { describe, expect, it } from "vitest";
import type { Profile } from "../api/session/session.ts";
import { accessText, isAccess, nounTitle, placeOf } from "./audit-words.ts";

// Only the permissions matter here.
const someone = (...permissions: readonly string[]) => ({ _embedded: { permissions }, _links: {} }) as unknown as Profile;
// Only the fields that determine the entity's page matter here.
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
  it("is undefined for deleted entities, for those without a page, and without the permission for it", () => {
    expect(placeOf(someone("allRoles.list"), entry("role", "Designer", "deleted"))).toBeUndefined();
    expect(placeOf(someone("allRoles.list"), entry("novelty", "New"))).toBeUndefined();
    expect(placeOf(someone("users.list"), entry("role", "Designer"))).toBeUndefined();
  });
});

describe("an access", () => {
  it("is shown by where it came from, a refused sign-in also by its reason and number of attempts", () => {
    expect(accessText({ after: { address: "192.0.2.7", request: "r" } })).toBe("From 192.0.2.7");
    expect(accessText({ after: { address: "192.0.2.7", reason: "unverified address", attempts: 3 } })).toBe(
      "Unverified address, 3 attempts, from 192.0.2.7",
    );
    expect(accessText({ after: null })).toBe("");
  });
  it("is no change of an entity", () => {
    expect([isAccess("refused"), isAccess("read"), isAccess("updated")]).toEqual([true, true, false]);
  });
  it("links to the user or the solution, unless the sign-in was refused", () => {
    expect(placeOf(someone("users.list"), entry("signIn", "Maya Visser", "signedIn"))).toEqual({ to: "/admin/users", q: "Maya Visser" });
    expect(placeOf(someone("users.list"), entry("signIn", "eve@elsewhere.test", "refused"))).toBeUndefined();
  });
});

it("an unknown kind of entity has the name that the API uses", () => {
  expect([nounTitle("userRole"), nounTitle("novelty")]).toEqual(["Role of a user", "novelty"]);
});
