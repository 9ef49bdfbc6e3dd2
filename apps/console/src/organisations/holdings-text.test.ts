import { describe, expect, it } from "vitest";
import { holdingLines, isEmpty } from "./holdings-text.ts";

const nothing = {
  users: 0,
  systemAccounts: 0,
  keys: 0,
  groups: 0,
  roles: 0,
  solutions: 0,
  versions: 0,
  servingVersions: 0,
  lists: 0,
  datasources: 0,
  predictions: 0,
  experiments: 0,
};

describe("what an organisation holds", () => {
  it("is listed with counts, without what it has none of", () => {
    expect(holdingLines({ ...nothing, users: 1, keys: 2, solutions: 1200 })).toEqual(["1 user", "2 keys", "1,200 solutions"]);
  });
  it("is nothing only when nothing would go", () => {
    expect(isEmpty(nothing)).toBe(true);
    for (const one of Object.keys(nothing)) expect([one, isEmpty({ ...nothing, [one]: 1 })]).toEqual([one, false]);
  });
});
