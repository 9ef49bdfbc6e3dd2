import { describe, expect, it } from "vitest";
import { firstPage, openRows, searchedFor, sortedBy, sortOf, tableSearch, withOpenRow } from "./table-search.ts";

describe("a table's address", () => {
  it("is read as it was written", () => {
    expect(tableSearch({ page: 3, size: 25, sort: "-name", q: "loan", after: "abc", open: "a,b" })).toEqual({
      page: 3,
      size: 25,
      sort: "-name",
      q: "loan",
      after: "abc",
      open: "a,b",
    });
  });
  it("leaves out what is usual", () => {
    expect(tableSearch({ page: 1, size: 10, q: "" })).toEqual({});
  });
  it("drops what anyone may have typed into it", () => {
    expect(tableSearch({ page: -1, size: 11, sort: "name; drop", after: "", open: "<script>", q: { a: 1 } })).toEqual({});
    expect(tableSearch({ page: "two", q: 42 })).toEqual({ q: "42" });
  });
});

describe("what a person does to it", () => {
  it("sorts up, then down, and starts over at the first page", () => {
    const first = sortedBy({ page: 3, after: "x", q: "loan" }, "description", "name");
    expect(first).toEqual({ q: "loan", sort: "description" });
    expect(sortedBy(first, "description", "name")).toEqual({ q: "loan", sort: "-description" });
    expect(sortedBy({ sort: "-description" }, "description", "name")).toEqual({ sort: "description" });
  });
  it("knows the usual order without words for it", () => {
    expect(sortOf({}, "name")).toEqual({ name: "name", descending: false });
    expect(sortedBy({}, "name", "name")).toEqual({ sort: "-name" });
    expect(sortedBy({ sort: "-name" }, "name", "name")).toEqual({});
  });
  it("searches, and clears the search, from the first page", () => {
    expect(searchedFor({ page: 2, after: "x", sort: "name" }, " loan ")).toEqual({ sort: "name", q: "loan" });
    expect(searchedFor({ q: "loan" }, "  ")).toEqual({});
    expect(firstPage({ page: 2, after: "x", size: 25 })).toEqual({ size: 25 });
  });
  it("opens and closes rows", () => {
    const open = withOpenRow(withOpenRow({}, "a", true), "b", true);
    expect([...openRows(open)]).toEqual(["a", "b"]);
    expect(withOpenRow(withOpenRow(open, "a", false), "b", false)).toEqual({});
  });
});
