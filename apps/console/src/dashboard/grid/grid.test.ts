import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columns, compact, least, move, nudge, overlaps, place, resize, type Box } from "./grid.ts";

const boxes = fc
  .array(fc.record({ x: fc.integer({ min: -3, max: 14 }), y: fc.integer({ min: 0, max: 30 }), w: fc.nat(14), h: fc.nat(9) }), {
    maxLength: 12,
  })
  .map((all) => all.map((box, index): Box => ({ i: String(index), ...box })));

/** The invariants of every layout. */
function sound(layout: readonly Box[]): void {
  for (const [index, one] of layout.entries()) {
    expect(one.x >= 0 && one.x + one.w <= columns && one.y >= 0 && one.w >= least.w && one.h >= least.h, JSON.stringify(one)).toBe(true);
    for (const other of layout.slice(index + 1)) expect(overlaps(one, other), JSON.stringify([one, other])).toBe(false);
  }
  expect(compact(layout)).toEqual(layout);
}
const names = (layout: readonly Box[]) => layout.map(({ i }) => i).toSorted();
const at = (layout: readonly Box[], i: string) => {
  const { x, y, w, h } = layout.find((box) => box.i === i) ?? { x: -1, y: -1, w: -1, h: -1 };
  return [x, y, w, h];
};

describe("whatever is done to a layout", () => {
  it("no overlap, nothing outside the columns, no gaps above, no box lost: compacting", () => {
    fc.assert(
      fc.property(boxes, (all) => {
        const layout = compact(all);
        sound(layout);
        expect(names(layout)).toEqual(names(all));
      }),
    );
  });
  it("the same: moving, to anywhere", () => {
    fc.assert(
      fc.property(boxes, fc.nat(11), fc.integer({ min: -5, max: 15 }), fc.integer({ min: -5, max: 60 }), (all, which, x, y) => {
        const layout = move(compact(all), String(which), x, y);
        sound(layout);
        expect(names(layout)).toEqual(names(all));
      }),
    );
  });
  it("the same: resizing, to any size, without moving it aside or up from where it rests on nothing", () => {
    fc.assert(
      fc.property(boxes, fc.nat(11), fc.integer({ min: -2, max: 15 }), fc.integer({ min: -2, max: 30 }), (all, which, w, h) => {
        const before = compact(all);
        const layout = resize(before, String(which), w, h);
        sound(layout);
        expect(names(layout)).toEqual(names(all));
        expect(at(layout, String(which))[0]).toBe(at(before, String(which))[0]);
      }),
    );
  });
  it("the same: adding", () => {
    fc.assert(
      fc.property(boxes, fc.nat(12), fc.nat(8), (all, w, h) => {
        const layout = place(compact(all), { i: "new", x: 0, y: 0, w, h });
        sound(layout);
        expect(names(layout)).toEqual([...names(all), "new"].toSorted());
      }),
    );
  });
  it("moving there and back by one column leaves a box in its own columns", () => {
    fc.assert(
      fc.property(boxes, fc.nat(11), (all, which) => {
        const layout = compact(all);
        const [x = 0, y = 0] = at(layout, String(which));
        expect(move(layout, String(which), x, y)).toBe(layout);
      }),
    );
  });
});

describe("a hand", () => {
  const tall: readonly Box[] = [
    { i: "a", x: 0, y: 0, w: 10, h: 5 },
    { i: "b", x: 0, y: 5, w: 10, h: 5 },
  ];
  it("swaps two by passing the middle of the other, downwards and upwards", () => {
    expect(at(move(tall, "a", 0, 2), "a")).toEqual([0, 0, 10, 5]);
    expect(at(move(tall, "a", 0, 3), "a")).toEqual([0, 5, 10, 5]);
    expect(at(move(tall, "b", 0, 3), "b")).toEqual([0, 5, 10, 5]);
    expect(at(move(tall, "b", 0, 2), "b")).toEqual([0, 0, 10, 5]);
  });
  it("changes places by one key, and stays where there is nothing to change places with", () => {
    expect(at(nudge(tall, "a", 0, 1), "a")).toEqual([0, 5, 10, 5]);
    expect(at(nudge(tall, "b", 0, -1), "b")).toEqual([0, 0, 10, 5]);
    expect(nudge(tall, "a", 0, -1)).toBe(tall);
    expect(nudge(tall, "b", 0, 1)).toBe(tall);
    expect(nudge(tall, "a", 1, 0)).toBe(tall);
  });
  it("pushes down what it is put upon, and what rests on that", () => {
    const row: readonly Box[] = [
      { i: "a", x: 0, y: 0, w: 3, h: 2 },
      { i: "b", x: 3, y: 0, w: 3, h: 2 },
      { i: "c", x: 3, y: 2, w: 3, h: 2 },
    ];
    const moved = move(row, "a", 2, 0);
    expect([at(moved, "a"), at(moved, "b"), at(moved, "c")]).toEqual([
      [2, 0, 3, 2],
      [3, 2, 3, 2],
      [3, 4, 3, 2],
    ]);
  });
  it("resizes over a neighbour, which goes under", () => {
    const row: readonly Box[] = [
      { i: "a", x: 0, y: 0, w: 3, h: 2 },
      { i: "b", x: 3, y: 0, w: 3, h: 4 },
    ];
    const resized = resize(row, "a", 5, 3);
    expect([at(resized, "a"), at(resized, "b")]).toEqual([
      [0, 0, 5, 3],
      [3, 3, 3, 4],
    ]);
    expect(at(resize(row, "b", 99, 4), "b")).toEqual([3, 0, 7, 4]);
  });
});

describe("a new widget", () => {
  it("goes to the first free place", () => {
    const layout = compact([
      { i: "a", x: 0, y: 0, w: 6, h: 3 },
      { i: "b", x: 0, y: 3, w: 10, h: 2 },
    ]);
    expect(at(place(layout, { i: "n", x: 0, y: 0, w: 3, h: 2 }), "n")).toEqual([6, 0, 3, 2]);
    expect(at(place(layout, { i: "n", x: 0, y: 0, w: 5, h: 2 }), "n")).toEqual([0, 5, 5, 2]);
  });
});
