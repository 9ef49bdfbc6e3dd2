import { expect, test } from "vitest";
import { fileColumns } from "./file-columns.ts";

test("the first column is the key, and types are those that fit every value", () => {
  const file = "Post code;Province;Uplift;From;Open;Count\n3011;Zuid-Holland;0.02;2026-01-31;true;1\n3012;;1;;false;-2\n";
  expect(fileColumns(file, true)).toEqual({
    key: { name: "post_code", type: "Integer" },
    columns: [
      { name: "province", type: "String" },
      { name: "uplift", type: "Float" },
      { name: "from", type: "Date" },
      { name: "open", type: "Boolean" },
      { name: "count", type: "Integer" },
    ],
  });
});

test("leading zeros are part of a code", () => {
  expect(fileColumns("code,rate\n0031,0.5\n0032,-0.5\n", true)).toEqual({
    key: { name: "code", type: "String" },
    columns: [{ name: "rate", type: "Float" }],
  });
});

test("quoted cells may have delimiters and line breaks", () => {
  expect(fileColumns('key,"a, b"\n1,"x\ny, ""z"""\n', true)?.columns).toEqual([{ name: "a_b", type: "String" }]);
});

test("a cut-off last row is not looked at, and equal names are numbered", () => {
  expect(fileColumns("key,n,n\n1,2,3\n4,5,not who", false)?.columns).toEqual([
    { name: "n", type: "Integer" },
    { name: "n_2", type: "Integer" },
  ]);
});

test("an empty file has no columns", () => {
  expect(fileColumns("\ufeff\n", true)).toBeUndefined();
});
