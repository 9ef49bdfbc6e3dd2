import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Table } from "./table.ts";

interface Thing {
  readonly id: string;
  readonly value: number;
}
const things = (count: number): readonly Thing[] => Array.from({ length: count }, (_, index) => ({ id: `t${index}`, value: 0 }));
const table = (items: readonly Thing[]): Table<Thing> => Table.of(items, (thing) => thing.id);

describe("Table", () => {
  test("behaves as a list does, whatever is done to it", () => {
    const edit = fc.record({ what: fc.constantFrom("replace", "insert", "remove"), place: fc.nat(200), value: fc.integer() });
    fc.assert(
      fc.property(fc.nat(120), fc.array(edit, { maxLength: 60 }), (count, edits) => {
        let model = [...things(count)];
        let made = table(model);
        for (const [index, { what, place, value }] of edits.entries()) {
          const at = model.length === 0 ? 0 : place % model.length;
          const before = made;
          const listed = [...model];
          const item = model[at];
          if (what === "insert") {
            const fresh = { id: `new${index}`, value };
            model = model.toSpliced(at, 0, fresh);
            made = made.insert([fresh], at);
          } else if (item !== undefined && what === "remove") {
            model = model.toSpliced(at, 1);
            made = made.remove(new Set([item.id]));
          } else if (item !== undefined) {
            model = model.with(at, { ...item, value });
            made = made.replace([{ ...item, value }]);
          }
          expect(before.toArray()).toEqual(listed);
        }
        expect(made.toArray()).toEqual(model);
        expect(model.map((thing) => made.get(thing.id))).toEqual(model);
        expect(model.map((thing) => made.placeOf(thing.id))).toEqual([...model.keys()]);
        expect(made.size).toBe(model.length);
      }),
      { numRuns: 100 },
    );
  });

  test("replacing one of 2,000 items keeps the other 1,999 and reports one change", () => {
    const before = table(things(2_000));
    const after = before.replace([{ id: "t777", value: 5 }]);
    const kept = before.toArray().filter((thing, place) => after.at(place) === thing);
    expect(kept).toHaveLength(1_999);
    expect(after.changesSince(before)).toEqual({ added: [], removed: [], changed: ["t777"] });
  });

  test("replacing by the same, or by what is not there, is no change at all", () => {
    const before = table(things(50));
    expect(before.replace(before.toArray())).toBe(before);
    expect(before.replace([{ id: "nobody", value: 1 }])).toBe(before);
    expect(before.insert([])).toBe(before);
    expect(before.remove(new Set(["nobody"]))).toBe(before);
  });

  test("reports what was added, removed and changed since a table with other items", () => {
    const before = table(things(40));
    const after = before
      .remove(new Set(["t3"]))
      .insert([{ id: "x", value: 1 }], 0)
      .replace([{ id: "t9", value: 2 }]);
    expect(after.changesSince(before)).toEqual({ added: ["x"], removed: ["t3"], changed: ["t9"] });
    expect(after.hasSameOrder(before)).toBe(false);
    expect(table(things(40)).hasSameOrder(before)).toBe(true);
    expect(table([...things(40)].reverse()).hasSameOrder(before)).toBe(false);
  });
});
