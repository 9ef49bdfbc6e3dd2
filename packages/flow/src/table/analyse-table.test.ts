import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { FieldType } from "../node-parts.ts";
import type { ValueSet } from "../sets/value-set.ts";
import { analyseTable } from "./analyse-table.ts";
import { printCell } from "./print-cell.ts";
import { readCell } from "./read-cell.ts";

function valuesOf(cell: string, type: FieldType): ValueSet {
  const read = readCell(cell, type);
  if (!read.ok) throw new Error(read.problem.message);
  return read.values;
}

function analyse(types: readonly FieldType[], rows: readonly (readonly string[])[]) {
  const known = new Map<string, ValueSet>();
  const cells = rows.map((row) =>
    row.map((cell, column) => {
      const key = `${column}:${cell}`;
      const values = known.get(key) ?? valuesOf(cell, types[column] ?? "String");
      known.set(key, values);
      return values;
    }),
  );
  const { overlaps, gap, ...rest } = analyseTable(types, cells, { wants: () => true, max: 100 });
  const shown = (box: readonly ValueSet[]): readonly string[] => box.map((values, column) => printCell(values, types[column] ?? "String"));
  return {
    ...rest,
    overlaps: overlaps.map(({ common, ...overlap }) => ({ ...overlap, common: shown(common) })),
    gap: gap === undefined ? undefined : shown(gap),
  };
}

test("a table without gaps and overlaps", () => {
  const rows = [
    ["< 500", "-"],
    [">= 500", "NL, BE"],
    [">= 500", "not NL, BE"],
  ];
  expect(analyse(["Integer", "String"], rows)).toEqual({ overlaps: [], unreachable: [], gap: undefined, isComplete: true });
});

test("an overlap is what both rows take", () => {
  const rows = [
    ["[620..720)", "NL, BE", ">= 0.45"],
    ["[500..640)", "BE, DE", ">= 0.35"],
  ];
  expect(analyse(["Integer", "String", "Float"], rows).overlaps).toEqual([
    { first: 0, second: 1, common: ["[620..640)", "BE", ">= 0.45"], isFirstWider: false, isSecondWider: false },
  ]);
});

test("a gap is as wide as it can be, and missing values are none", () => {
  const rows = [
    ["< 500", "-"],
    [">= 500", "NL"],
    [">= 700", "-"],
  ];
  expect(analyse(["Integer", "String"], rows).gap).toEqual(["[500..700)", "not NL"]);
});

test("a row that two rows above take together is never reached", () => {
  const rows = [["< 5"], [">= 5"], ["[3..7]"], ["missing"]];
  expect(analyse(["Integer"], rows)).toMatchObject({ unreachable: [2], gap: undefined });
});

test("Booleans have two values", () => {
  expect(analyse(["Boolean"], [["true"], ["false"]]).gap).toBeUndefined();
  expect(analyse(["Boolean"], [["true"]]).gap).toEqual(["false"]);
});

test("1,000 rows of 8 columns are searched to the end", () => {
  const bands = ["< 10", "[10..20)", "[20..30)", ">= 30"];
  const rows = Array.from({ length: 1_000 }, (_, row) =>
    Array.from({ length: 8 }, (__, column) => (column < 5 ? (bands[Math.floor(row / 4 ** column) % 4] ?? "-") : "-")),
  );
  expect(
    analyse(
      Array.from({ length: 8 }, () => "Integer"),
      rows,
    ),
  ).toMatchObject({ overlaps: [], unreachable: [], isComplete: true });
});

/** Small enough to try every value. */
const cells: Readonly<Record<"Integer" | "String", readonly string[]>> = {
  Integer: ["-", "0", "< 2", ">= 1", "[1..3)", "not 2", "missing", "0, 3"],
  String: ["-", "a", "b, c", "not a", "missing", "not missing"],
};
const samples = { Integer: [-1, 0, 1, 2, 3, 4, undefined], String: ["a", "b", "c", "other", undefined] } as const;

function takes({ missing, ...values }: ValueSet, value: string | number | undefined): boolean {
  if (value === undefined) return missing;
  if (values.sort === "texts") return values.set.values.has(String(value)) !== values.set.except;
  return values.set.some(({ from, to }) => from.value <= Number(value) && Number(value) < to.value);
}

test("overlaps, unreachable rows and gaps are those that trying every value finds", () => {
  const types = ["Integer", "String", "Integer"] as const;
  const row = fc.tuple(...types.map((type) => fc.constantFrom(...cells[type])));
  const points = samples.Integer.flatMap((x) => samples.String.flatMap((y) => samples.Integer.map((z) => [x, y, z] as const)));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
      const sets = rows.map((one) => one.map((cell, column) => valuesOf(cell, types[column] ?? "String")));
      const isTaken = (set: readonly ValueSet[] | undefined, point: (typeof points)[number]): boolean =>
        set !== undefined && set.every((values, column) => takes(values, point[column]));
      const found = analyseTable(types, sets, { wants: () => true, max: 100 });
      const pairs = rows.flatMap((_, second) => rows.slice(0, second).map((__, first) => [first, second] as const));
      const meeting = pairs.filter(([one, other]) => points.some((point) => isTaken(sets[one], point) && isTaken(sets[other], point)));
      expect(found.overlaps.map(({ first, second }) => [first, second])).toEqual(meeting);
      const hidden = rows.flatMap((_, at) =>
        points.some((point) => isTaken(sets[at], point) && !sets.slice(0, at).some((set) => isTaken(set, point))) ? [] : [at],
      );
      expect(found.unreachable).toEqual(hidden);
      const gaps = points.filter((point) => !point.includes(undefined) && !sets.some((set) => isTaken(set, point)));
      expect(found.gap === undefined).toBe(gaps.length === 0);
      const inGap = points.filter((point) => isTaken(found.gap, point));
      expect(inGap.filter((point) => !point.includes(undefined) && !gaps.includes(point))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
