import * as fc from "fast-check";
import { expect, test } from "vitest";
import { complement, intersection, isEmpty, type ValueSet } from "../sets/value-set.ts";
import { fieldTypes } from "../operators.ts";
import type { FieldType } from "../node-parts.ts";
import { printCell, textItem } from "./print-cell.ts";
import { readCell, within } from "./read-cell.ts";
import { outputText, readOutput } from "./read-output.ts";

/** Whether the cell matches a value in the engine's representation; undefined is a missing one. */
function takes(cell: string, type: FieldType, value: string | number | undefined): boolean {
  const read = readCell(cell, type);
  if (!read.ok) throw new Error(`${cell}: ${read.problem.message}`);
  return has(read.values, value);
}

function has({ missing, ...values }: ValueSet, value: string | number | undefined): boolean {
  if (value === undefined) return missing;
  if (values.sort === "texts") return values.set.values.has(String(value)) !== values.set.except;
  return values.set.some(({ from, to }) => {
    const isAbove = from.value < Number(value) || (from.value === value && from.after === 0);
    const isBelow = to.value > Number(value) || (to.value === value && to.after === 1);
    return isAbove && isBelow;
  });
}

const day = 20_484; // 2026-01-31

test.each<[string, FieldType, readonly (string | number | undefined)[], readonly (string | number | undefined)[]]>([
  ["-", "Integer", [-1, 0, undefined], []],
  ["-", "String", ["", "x", undefined], []],
  ["500", "Integer", [500], [499, 501, undefined]],
  [" >= 500 ", "Integer", [500, 501], [499, undefined]],
  ["<0.35", "Float", [0.34], [0.35, undefined]],
  ["!= 5", "Integer", [4, undefined], [5]],
  ["[500..620)", "Integer", [500, 619], [499, 620, undefined]],
  ["(500..620]", "Integer", [501, 620], [500, 621]],
  ["]0.35..0.45[", "Float", [0.36], [0.35, 0.45]],
  ["[500..)", "Float", [500, 1e9], [499.5]],
  ["(..5]", "Float", [5, -1e9], [5.1]],
  ["< 18, > 65", "Integer", [17, 66], [18, 65, undefined]],
  ["not [18..65], 70", "Integer", [17, 66, undefined], [18, 65, 70]],
  ["missing", "Integer", [undefined], [0]],
  ["not missing", "Integer", [0, -5], [undefined]],
  ["5, missing", "Integer", [5, undefined], [6]],
  ["NL, BE", "String", ["NL", "BE"], ["DE", "nl", undefined]],
  ['not "US"', "String", ["NL", undefined], ["US"]],
  ["not US, CA", "String", ["NL", undefined], ["US", "CA"]],
  ['"a, b", "say ""no"""', "String", ["a, b", 'say "no"'], ["a", "b"]],
  ['"missing", "-", "not x"', "String", ["missing", "-", "not x"], [undefined]],
  ["self employed", "String", ["self employed"], ["self"]],
  ["nothing", "String", ["nothing"], ["hing"]],
  ["true", "Boolean", [1], [0, undefined]],
  ["FALSE", "Boolean", [0], [1, undefined]],
  ["not true", "Boolean", [0, undefined], [1]],
  ["2026-01-31", "Date", [day], [day + 1, undefined]],
  [">= 2026-01-31", "Date", [day, day + 1], [day - 1]],
  ["[2026-01-01..2026-01-31]", "Date", [day, day - 30], [day + 1, day - 31]],
])("%s of %s", (cell, type, inside, outside) => {
  expect(inside.filter((value) => !takes(cell, type, value))).toEqual([]);
  expect(outside.filter((value) => takes(cell, type, value))).toEqual([]);
});

test.each<[string, FieldType, number, number, string]>([
  ["", "String", 0, 0, "Write - for any value."],
  ["NL,, BE", "String", 3, 7, "remove the comma"],
  ["NL,", "String", 3, 3, "remove the comma"],
  ['"NL', "String", 0, 3, 'Close it with ".'],
  ['"NL" BE', "String", 5, 7, "Separate values with a comma"],
  [">= 5", "String", 0, 4, 'put it into quotes: ">= 5"'],
  ["10, abc", "Integer", 4, 7, "This column has whole numbers."],
  ["10.5", "Integer", 0, 4, "This column has whole numbers."],
  ['"10"', "Integer", 0, 4, "without quotes"],
  ["[5..3]", "Integer", 0, 6, "No value fits this cell."],
  ["(5..6)", "Integer", 0, 6, "No value fits this cell."],
  ["[..]", "Integer", 0, 4, "at least one end"],
  ["[a..5]", "Float", 0, 6, "'a' is not a number."],
  ["> true", "Boolean", 0, 6, "Write true or false."],
  ["[0..1]", "Boolean", 0, 6, "Write true or false."],
  ["2026-02-30", "Date", 0, 10, "Write a date like 2026-01-31"],
  ["not", "Integer", 3, 3, "A value is missing here."],
])("%s of %s is refused at its characters", (cell, type, from, to, message) => {
  const read = readCell(cell, type);
  expect(read).toMatchObject({ ok: false, problem: { from, to } });
  expect(read.ok ? "" : read.problem.message).toContain(message);
});

const literal: Readonly<Record<FieldType, fc.Arbitrary<string>>> = {
  String: fc.string().map(textItem),
  Integer: fc.integer({ min: -50, max: 50 }).map(String),
  Float: fc.integer({ min: -50, max: 50 }).map((value) => String(value / 4)),
  Boolean: fc.constantFrom("true", "false"),
  Date: fc.constantFrom("2024-02-29", "2026-01-31", "2026-02-01", "2027-01-01"),
};

function itemOf(type: FieldType): fc.Arbitrary<string> {
  const one = fc.oneof(literal[type], fc.constant("missing"));
  if (type === "String" || type === "Boolean") return one;
  const compared = fc.tuple(fc.constantFrom(">", "<", ">=", "<=", "!=", "="), literal[type]).map((parts) => parts.join(" "));
  const interval = fc
    .tuple(fc.constantFrom("[", "("), literal[type], literal[type], fc.constantFrom("]", ")"))
    .map(([open, low, high, close]) => `${open}${low}..${high}${close}`);
  return fc.oneof(one, compared, interval);
}

test.each(fieldTypes)("a set of %s is printed as a cell that is read as the same set", (type) => {
  const cell = fc.tuple(fc.constantFrom("", "not "), fc.array(itemOf(type), { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(cell, ([not, items]) => {
      const read = readCell(not + items.join(", "), type);
      if (!read.ok) return;
      const again = readCell(printCell(read.values, type), type);
      if (!again.ok) throw new Error(again.problem.message);
      const differs = [
        intersection(read.values, within(type, complement(again.values))),
        intersection(again.values, within(type, complement(read.values))),
      ];
      expect(differs.every(isEmpty)).toBe(true);
    }),
  );
});

test.each<[string, FieldType, string]>([
  ["< 500, [500..620), > 700", "Integer", "< 620, >= 701"],
  ["not [500..620)", "Integer", "not [500..620)"],
  ["!= 5", "Float", "not 5"],
  ["[2026-01-01..2026-01-31]", "Date", "[2026-01-01..2026-01-31]"],
  ["true, false, missing", "Boolean", "-"],
  ["NL, missing", "String", "NL, missing"],
  ['"a b", "c,d"', "String", 'a b, "c,d"'],
])("%s of %s is printed as %s", (cell, type, printed) => {
  const read = readCell(cell, type);
  expect(read.ok && printCell(read.values, type)).toBe(printed);
});

test.each<[string, FieldType, unknown]>([
  ["-", "String", { kind: "nothing" }],
  ["12.5", "Float", { kind: "literal", value: 12.5 }],
  [" R1 ", "String", { kind: "literal", value: "R1" }],
  ['"say ""no"""', "String", { kind: "literal", value: 'say "no"' }],
  ['""', "String", { kind: "literal", value: "" }],
  ["TRUE", "Boolean", { kind: "literal", value: 1 }],
  ["2026-01-31", "Date", { kind: "literal", value: day }],
  [" = runtime.a * 2", "Float", { kind: "formula", text: " runtime.a * 2", from: 2 }],
])("output %s of %s", (cell, type, expected) => {
  expect(readOutput(cell, type)).toEqual(expected);
});

test.each<[string, FieldType, string]>([
  ["", "String", "Write - to leave the field as it is."],
  ["x", "Integer", "Write a whole number, or = and a formula."],
  ['"a', "String", "ends with one too"],
])("output '%s' of %s is refused", (cell, type, message) => {
  const read = readOutput(cell, type);
  expect(read.kind === "problem" && read.problem.message).toContain(message);
});

test("every text can be written as an input cell and as an output cell", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(takes(textItem(text), "String", text)).toBe(true);
      expect(readOutput(outputText(text), "String")).toEqual({ kind: "literal", value: text });
    }),
  );
});
