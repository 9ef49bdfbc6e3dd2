import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { counter } from "../testing/sample-flow.ts";
import { findNumberStyle, toNumberText } from "./number-style.ts";
import { readBands } from "./read-bands.ts";
import { readCells } from "../cells/read-cells.ts";
import { readListValues } from "./read-list-values.ts";

const bands = (text: string) => {
  const read = readBands(text, counter("b"));
  return read.ok
    ? read.rows.map(({ row, line, problem }) =>
        row === undefined
          ? `${line}: ${problem}`
          : `${row.rangeFromIncludeExclude}${row.rangeFrom}, ${row.rangeTo}${row.rangeToIncludeExclude} ${row.score} ${row.reasonCode}`.trim(),
      )
    : read.problem;
};
const values = (text: string) => {
  const read = readListValues(text, counter("v"));
  return read.ok
    ? read.rows.map(({ row, line, problem }) =>
        row === undefined ? `${line}: ${problem}` : `${row.value}=${row.score} ${row.reasonCode}`.trim(),
      )
    : read.problem;
};

describe("cells", () => {
  test("of a spreadsheet's clipboard, of a file, with quotes and line breaks in them", () => {
    expect(readCells("a\tb\r\nc\t\r\n")).toEqual([
      ["a", "b"],
      ["c", ""],
    ]);
    expect(readCells('\uFEFF"a, ""b""";c\n"x\ny";z')).toEqual([
      ['a, "b"', "c"],
      ["x\ny", "z"],
    ]);
    expect(readCells('"a\tb",c')).toEqual([["a\tb", "c"]]);
    expect(readCells("\n \n")).toEqual([]);
  });

  test("of a clipboard alone: commas are text, and blank rows are kept", () => {
    expect(readCells("NL, BE\n\nFR; DE\r\n", { delimiter: "\t", blankRows: true })).toEqual([["NL, BE"], [""], ["FR; DE"]]);
  });
});

describe("bands", () => {
  test("from columns, with or without a head, in any order", () => {
    expect(bands("0\t540\t10\tR01\n540\t\t20")).toEqual(["[0, 540) 10 R01", "[540, ) 20"]);
    expect(bands("Reason code;Points;To;From\nR1;10;540;-∞\n;20;;540")).toEqual(["[, 540) 10 R1", "[540, ) 20"]);
  });

  test("from one column, as they are written", () => {
    expect(bands("[0, 540)\t10\n(540, 600]\t20\n> 600\t30\n<= 0\t40\n>=700\t5")).toEqual([
      "[0, 540) 10",
      "(540, 600] 20",
      "(600, ) 30",
      "[, 0] 40",
      "[700, ) 5",
    ]);
    expect(bands("[1,5; 2,5)\t3,5")).toEqual(["[1.5, 2.5) 3.5"]);
  });

  test("numbers as spreadsheets of several countries write them; what could be two numbers is not guessed", () => {
    expect(bands("1,234.5\t2,000\t1")).toEqual(["[1234.5, 2000) 1"]);
    expect(bands("1.234,5\t2.000\t1")).toEqual(["[1234.5, 2000) 1"]);
    expect(bands("0,5\t1,5\t10")).toEqual(["[0.5, 1.5) 10"]);
    expect(bands("1 000\t2\u00A0000\t\u22125")).toEqual(["[1000, 2000) -5"]);
    expect(bands("1,000\t2,000\t1")).toMatch(/^1,000 could be a thousand or a fraction/);
    expect(bands("1.000\t2.000\t1")).toMatch(/^1\.000 could be a thousand or a fraction/);
    expect(bands("0.125\t0.25\t1")).toEqual(["[0.125, 0.25) 1"]);
  });

  test("what cannot be read says which row", () => {
    expect(bands("from\tto\tscore\n0\t10\t5\n10\tmany\t5\n20\t30\t7")).toEqual([
      "[0, 10) 5",
      "3: 'many' is not the end of a band",
      "[20, 30) 7",
    ]);
    expect(bands("0\t10\t50%")).toEqual(["1: '50%' is not a number of points"]);
    expect(bands("")).toBe("There is no table to paste.");
  });
});

describe("values", () => {
  test("stay as they are written, points are numbers", () => {
    expect(values("Value\tPoints\tReason\ncar\t5\tR1\n007\t-2.50\t")).toEqual(["car=5 R1", "007=-2.50"]);
    expect(values("car,x")).toEqual(["1: 'x' is not a number of points"]);
  });
});

describe("numbers", () => {
  test("a number written in either style is read back as itself", () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.nat(99), (whole, cents) => {
        const number = `${whole}.${String(cents).padStart(2, "0")}`;
        const digits = String(Math.abs(whole)).replace(/\B(?=(\d{3})+$)/g, ",");
        const point = `${whole < 0 ? "-" : ""}${digits}.${String(cents).padStart(2, "0")}`;
        const comma = point.replaceAll(",", "_").replace(".", ",").replaceAll("_", ".");
        expect(toNumberText(point, findNumberStyle([point]).style)).toBe(number);
        expect(toNumberText(comma, findNumberStyle([comma]).style)).toBe(number);
      }),
    );
  });

  test("rubbish is not a number and throws nothing", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect([bands(text), values(text)]).toHaveLength(2);
      }),
    );
    expect([toNumberText("1e5", "point"), toNumberText("", "point"), toNumberText("1,2,3", "point"), toNumberText(".5", "point")]).toEqual([
      undefined,
      undefined,
      undefined,
      "0.5",
    ]);
  });
});
