import { describe, expect, it } from "vitest";
import type { Column } from "./column.ts";
import { csvOf } from "./csv.ts";

const columns: readonly Column<{ readonly name: string }>[] = [
  { name: "name", title: "Name", place: "name", show: (row) => row.name, text: (row) => row.name },
  { name: "secret", title: "Secret", place: "other", show: (row) => row.name },
];
const cellOf = (name: string) => csvOf(columns, [{ name }]).split("\r\n").slice(1).join("\r\n").trimEnd();

describe("a table as CSV", () => {
  it("has the columns that have a text", () => {
    expect(csvOf(columns, [{ name: "a" }, { name: "b" }])).toBe("Name\r\na\r\nb\r\n");
  });
  it("quotes commas, quotes and line breaks", () => {
    expect([cellOf("a,b"), cellOf('say "hi"'), cellOf("two\nlines")]).toEqual(['"a,b"', '"say ""hi"""', '"two\nlines"']);
  });
  it("keeps text what a spreadsheet trims or folds into a formula", () => {
    for (const text of ["\t=1", "\r=1", "\n=1", " =1", "\u00a0+1", "\u3000@x", "＝1+1", "＋1", "－1", "＠x", " -x"]) {
      expect(cellOf(text).replaceAll('"', "")).toBe(`'${text}`);
    }
    expect([cellOf("a = b"), cellOf(" plain")]).toEqual(["a = b", " plain"]);
  });
  it("keeps what looks like a formula text, and numbers numbers", () => {
    expect([cellOf("=1+1"), cellOf("+cmd"), cellOf("@x"), cellOf("-x"), cellOf("-12.5")]).toEqual([
      "'=1+1",
      "'+cmd",
      "'@x",
      "'-x",
      "-12.5",
    ]);
  });
});
