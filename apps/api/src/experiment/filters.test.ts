import type { ResultField } from "@airlock/contract";
import type { SqlLayout } from "@airlock/engine/sql";
import { expect, test } from "vitest";
import { whereOf } from "./filters.ts";
import { resultColumns } from "./result-columns.ts";

const links = Array.from({ length: 40 }, (_, index) => ({ id: `l${index}`, index }));
const layout: SqlLayout = {
  columns: ["k", "r0", "error", "links0", "links1", "reasons", "a0", "a1", "a2"],
  application: [
    { name: "age", type: "Integer" },
    { name: "it's", type: "String" },
    { name: "born", type: "Date" },
  ],
  runtime: [{ name: "score", type: "Float" }],
  faults: [],
  problems: [],
  links,
  codes: ["R01", "R02"],
};
const field = (name: string, type: ResultField["type"]): ResultField => ({
  name,
  origin: "application",
  type,
  min: null,
  max: null,
  distinct: 0,
  nulls: 0,
});
const columns = resultColumns(layout, [
  field("application.age", "Integer"),
  field("application.it's", "String"),
  field("application.born", "Date"),
  field("runtime.score", "Float"),
  field("outcome", "String"),
]);

test("a date is compared as the displayed text", () => {
  const where = whereOf([{ field: "application.born", value: "2000-02-29" }], layout, columns);
  expect(where).toMatchObject({ parameters: { f0: "2000-02-29" } });
  expect(whereOf([{ field: "application.born", value: 11016 }], layout, columns)).toMatchObject([{ code: "unknown" }]);
  expect(whereOf([{ field: "application.born", from: 1, to: 2 }], layout, columns)).toMatchObject([{ code: "unknown" }]);
});

test("values are bound by the database and never part of the text", () => {
  const where = whereOf([{ field: "application.it's", value: "'; DROP TABLE x --" }], layout, columns);
  expect(where).toEqual({ sql: "1 AND ifNull(nullIf(a1, '\\xFF') = {f0:String}, 0)", parameters: { f0: "'; DROP TABLE x --" } });
});

test("a range includes its first value and excludes its last; a missing value is in none", () => {
  const where = whereOf([{ field: "runtime.score", from: 0.1, to: 0.2 }], layout, columns);
  expect(where).toEqual({ sql: "1 AND ifNull(1 AND r0 >= {f0:Float64} AND r0 < {f1:Float64}, 0)", parameters: { f0: 0.1, f1: 0.2 } });
  expect(whereOf([{ field: "runtime.score", value: null }], layout, columns)).toMatchObject({ sql: "1 AND isNull(r0)" });
});

test("reason codes are numbers and links are bits; those that the flow does not have match no row", () => {
  const sqlOf = (name: string, value: string) => {
    const where = whereOf([{ field: name, value }], layout, columns);
    return "sql" in where ? where.sql : where;
  };
  expect(sqlOf("reasonCode", "R02")).toBe("1 AND has(reasons, 2)");
  expect(sqlOf("reasonCode", "R99")).toBe("1 AND 0");
  expect(sqlOf("link", "l3")).toBe("1 AND bitTest(links0, 3)");
  expect(sqlOf("link", "l35")).toBe("1 AND bitTest(links1, 3)");
  expect(sqlOf("link", "gone")).toBe("1 AND 0");
});

test("an unknown field, and a value of another type, are reported with their index", () => {
  const unreadable = [
    { field: "application.age", value: 40 },
    { field: "application.age", value: "forty" },
    { field: "application.it's", from: 1 },
    { field: "constructor", value: 1 },
  ];
  expect(whereOf(unreadable, layout, columns)).toMatchObject([{ field: "filters.1" }, { field: "filters.2" }, { field: "filters.3" }]);
});
