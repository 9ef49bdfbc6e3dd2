import { describe, expect, test } from "vitest";
import { cells, principals } from "./cells.ts";
import { placesOf, withId } from "./places.ts";

test("the matrix has every kind of principal and more than 5,500 cells", () => {
  expect(cells.length).toBeGreaterThanOrEqual(5_500);
  expect(new Set(principals.map(({ kind }) => kind))).toEqual(
    new Set(["nobody", "key", "gone", "own", "foreign", "managing", "misdirected"]),
  );
});

describe("the positions of ids", () => {
  test("are read from path, query and body", () => {
    expect(placesOf("user.role.add").map(({ in: where, name }) => `${where} ${name}`)).toEqual(["path userId", "path roleId"]);
    expect(placesOf("group.update")).toContainEqual({ in: "body", name: "organisationWss", holds: "organisationId" });
    expect(placesOf("stats.read")).toContainEqual({ in: "query", name: "id", holds: "versionId" });
    expect(placesOf("permissions.list")).toEqual([]);
  });

  test("are filled at every position", () => {
    expect(withId({ a: 1 }, "b", "X")).toEqual({ a: 1, b: "X" });
    expect(withId({ a: { c: 1 } }, "a.b", "X")).toEqual({ a: { b: "X", c: 1 } });
    expect(withId({ a: [{ c: 1 }, 2] }, "a[].b", "X")).toEqual({ a: [{ b: "X", c: 1 }, 2] });
    expect(withId(undefined, "a[]", "X")).toEqual({ a: ["X"] });
  });
});
